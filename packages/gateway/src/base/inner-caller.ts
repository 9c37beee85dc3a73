import type { Context } from 'hono'

/**
 * Key under which a request's environment holds the caller's address. It is a symbol and not a
 * header, so no request from the network can set it.
 */
const innerCallerKey: unique symbol = Symbol('address of the caller')

/**
 * Returns the environment of a request that this process makes on behalf of a caller: the server's
 * data about the connection, and the caller's address.
 */
export function makeInnerEnv(env: unknown, caller: string): object {
  return { ...(env as object | undefined), [innerCallerKey]: caller }
}

/**
 * Returns the caller for whom this process made the request; undefined for a request from the
 * network.
 */
export function readInnerCaller(context: Context): string | undefined {
  return (context.env as { readonly [innerCallerKey]?: string } | undefined)?.[innerCallerKey]
}
