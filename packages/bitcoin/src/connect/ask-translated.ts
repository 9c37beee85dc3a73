import { hasCode } from '@latchkey/protocol'
import { type MethodName, type ParamsOf, type ResultOf, request } from '@latchkey/wbip/request'

/**
 * Asks a wallet that has words of its own: the request is checked before `translate` puts it to the
 * wallet, the answer after. Throws as `request` does, and what `translate` throws, where that has a
 * code of ours already.
 */
export async function askTranslated<M extends MethodName>(
  method: M,
  params: ParamsOf<M>,
  translate: (written: Readonly<Record<string, unknown>>) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<ResultOf<M>> {
  const failed: { error?: unknown } = {}
  const provider = {
    async request(_: string, written: unknown) {
      try {
        return {
          jsonrpc: '2.0',
          id: 1,
          result: await translate((written ?? {}) as Readonly<Record<string, unknown>>),
        }
      } catch (error) {
        failed.error = error
        throw error
      }
    },
  }
  try {
    return await request({ provider, manner: 'plain' }, method, params, signal ? { signal } : {})
  } catch (error) {
    // What the transport itself says (expired, unauthorised) has its name already.
    throw isOurs(failed.error) ? failed.error : error
  }
}

/** A wallet may throw anything: even what cannot be looked at. */
function isOurs(error: unknown): boolean {
  try {
    return hasCode(error)
  } catch {
    return false
  }
}
