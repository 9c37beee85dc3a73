import { codeOfBitcoinWalletError, type ErrorCode, hasCode } from '@latchkey/protocol'
import { peekAt } from '../wallet/provider.ts'

/** The error code of a wallet's number, given as number or text; undefined for an unknown one. */
export function codeOfFailure(number: unknown): ErrorCode | undefined {
  return codeOfBitcoinWalletError(
    typeof number === 'string' && /^-?\d{1,6}$/.test(number) ? Number(number) : number,
  )
}

/** The Latchkey code of a wallet's error; never throws. */
export function explain(error: unknown): ErrorCode {
  const layers = [
    error,
    peekAt(error, 'error'),
    peekAt(error, 'cause'),
    peekAt(peekAt(error, 'cause'), 'error'),
  ]
  const ownError = layers.find((layer) => isOwn(layer))
  if (ownError) return ownError.code
  if (layers.some((layer) => peekAt(layer, 'name') === 'AbortError')) return 'aborted'
  for (const layer of layers) {
    const code = codeOfFailure(peekAt(layer, 'code'))
    if (code) return code
  }
  return 'unknown'
}

function isOwn(layer: unknown): layer is { readonly code: ErrorCode } {
  try {
    return hasCode(layer)
  } catch {
    return false
  }
}
