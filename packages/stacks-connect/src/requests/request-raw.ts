import { JsonRpcError, JsonRpcErrorCode, toJsonRpcError } from './json-rpc-error.ts'

/**
 * Calls a wallet's own object. Unlike `request`, it checks nothing and does not adapt to
 * differences of single wallets. Throws `JsonRpcError` with the wallet's own number.
 */
export async function requestRaw(
  provider: object,
  method: string,
  params?: unknown,
): Promise<unknown> {
  try {
    const { request } = provider as { request?: (method: string, params?: unknown) => unknown }
    if (typeof request !== 'function')
      throw new JsonRpcError('the wallet has no request', JsonRpcErrorCode.UnknownError)
    const answer = await Reflect.apply(request, provider, [method, params])
    if (typeof answer !== 'object' || answer === null)
      throw new JsonRpcError('Provider did not return a response', JsonRpcErrorCode.UnknownError)
    if ('error' in answer) throw answer
    return (answer as { result?: unknown }).result
  } catch (error) {
    throw (
      readError((error as { error?: unknown } | null | undefined)?.error) ??
      readError(error) ??
      toJsonRpcError(error)
    )
  }
}

function readError(error: unknown): JsonRpcError | undefined {
  if (error instanceof JsonRpcError) return error
  const { code, message, data } = (error ?? {}) as {
    code?: unknown
    message?: unknown
    data?: unknown
  }
  return typeof code === 'number'
    ? new JsonRpcError(String(message).slice(0, 300), code, data, error)
    : undefined
}
