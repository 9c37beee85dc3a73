import { LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf } from '../method/method-map.ts'
import type { Provider } from '../wallet/provider.ts'

/**
 * For each request, the function that serves it in a wallet that has functions of its own instead
 * of a general `request`.
 */
export type WalletFunctions = {
  readonly [M in MethodName]?: (provider: Provider, params: ParamsOf<M>) => Promise<unknown>
}

/**
 * Calls the wallet's own function for a request.
 * @throws LatchkeyError `wallet-method-unsupported` when no function serves it
 */
export function callOwnFunctions(
  dialect: WalletFunctions,
): (provider: Provider, method: MethodName, params: unknown) => Promise<unknown> {
  return async (provider, method, params) => {
    const walletFunction = dialect[method] as
      | ((provider: Provider, params: unknown) => Promise<unknown>)
      | undefined
    if (!walletFunction)
      throw new LatchkeyError('wallet-method-unsupported', {
        reason: `this wallet has no ${method}`,
      })
    return walletFunction(provider, params)
  }
}
