import { LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf } from '../method/method-map.ts'
import type { Provider } from '../wallet/provider.ts'

/** A wallet with functions of its own instead of requests: what each request means to it. */
export type Dialect = {
  readonly [M in MethodName]?: (provider: Provider, params: ParamsOf<M>) => Promise<unknown>
}

/**
 * Asks by those functions. @throws LatchkeyError `wallet-method-unsupported` for a request that
 * none of them serves
 */
export function callOwn(
  dialect: Dialect,
): (provider: Provider, method: MethodName, params: unknown) => Promise<unknown> {
  return async (provider, method, params) => {
    const verb = dialect[method] as
      | ((provider: Provider, params: unknown) => Promise<unknown>)
      | undefined
    if (!verb)
      throw new LatchkeyError('wallet-method-unsupported', {
        reason: `this wallet has no ${method}`,
      })
    return verb(provider, params)
  }
}
