import type { Context } from 'hono'

/** A symbol is no header: nothing that comes over the network can name it. */
const innerCaller: unique symbol = Symbol('address of the caller')

/**
 * What a request made within this process carries: whom it is made for, beside what the server says
 * of the connection.
 */
export function innerEnv(env: unknown, caller: string): object {
  return { ...(env as object | undefined), [innerCaller]: caller }
}

/** Whom a request made within this process is made for; undefined for one from the network. */
export function innerCallerOf(context: Context): string | undefined {
  return (context.env as { readonly [innerCaller]?: string } | undefined)?.[innerCaller]
}
