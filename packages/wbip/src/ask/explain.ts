import { codeOfBitcoinWalletError, type ErrorCode, hasCode } from '@latchkey/protocol'
import { peekAt } from '../wallet/provider.ts'

/**
 * Returns the error code for a wallet's error number, given as a number or as text; undefined for
 * an unknown number.
 */
export function codeOfFailure(number: unknown): ErrorCode | undefined {
  return codeOfBitcoinWalletError(
    typeof number === 'string' && /^-?\d{1,6}$/.test(number) ? Number(number) : number,
  )
}

/** Returns the Latchkey error code for an error of a wallet; never throws. */
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
