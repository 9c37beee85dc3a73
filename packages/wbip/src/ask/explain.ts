import { codeOfBitcoinWalletError, type ErrorCode, hasCode } from '@latchkey/protocol'
import { peekAt } from '../wallet/provider.ts'

/**
 * The error code of a wallet's number, written as one or as a text; undefined for one that nothing
 * names.
 */
export function codeOfFailure(number: unknown): ErrorCode | undefined {
  return codeOfBitcoinWalletError(
    typeof number === 'string' && /^-?\d{1,6}$/.test(number) ? Number(number) : number,
  )
}

/** What a wallet's error means, as one of our codes; never throws. */
export function explain(error: unknown): ErrorCode {
  const layers = [
    error,
    peekAt(error, 'error'),
    peekAt(error, 'cause'),
    peekAt(peekAt(error, 'cause'), 'error'),
  ]
  const own = layers.find((layer) => isOwn(layer))
  if (own) return own.code
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
