import { hasCode } from '@latchkey/protocol'
import { type MethodName, type ParamsOf, type ResultOf, request } from '@latchkey/wbip/request'

/**
 * Sends a WBIP request to a wallet whose methods differ from WBIP: the request is checked,
 * `callWallet` makes the wallet's own call, and the answer is checked. Throws what `request`
 * throws, and errors of `callWallet` that already have a Latchkey error code.
 */
export async function askTranslated<M extends MethodName>(
  method: M,
  params: ParamsOf<M>,
  callWallet: (wireParams: Readonly<Record<string, unknown>>) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<ResultOf<M>> {
  const failure: { error?: unknown } = {}
  const provider = {
    async request(_: string, wireParams: unknown) {
      try {
        return {
          jsonrpc: '2.0',
          id: 1,
          result: await callWallet((wireParams ?? {}) as Readonly<Record<string, unknown>>),
        }
      } catch (error) {
        failure.error = error
        throw error
      }
    },
  }
  try {
    return await request({ provider, manner: 'plain' }, method, params, signal ? { signal } : {})
  } catch (error) {
    // Errors of `callWallet` (expired, unauthorised) may already have a Latchkey error code.
    throw isKitError(failure.error) ? failure.error : error
  }
}

/** A wallet may throw anything, even an object that throws when it is read. */
function isKitError(error: unknown): boolean {
  try {
    return hasCode(error)
  } catch {
    return false
  }
}
