import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { WireError } from '../channel.ts'

// Ranges of the protocol's error codes, each with the Latchkey error code that it means. Source:
// WalletConnect sign 2, "SDK error codes".
const codeRanges: readonly (readonly [from: number, to: number, code: ErrorCode])[] = [
  [3001, 3005, 'request-unauthorized'],
  [5000, 5003, 'user-rejected'],
  [5100, 5104, 'proposal-unsupported'],
  [6000, 6000, 'session-ended'],
  [7000, 7000, 'session-settlement-failed'],
  [8000, 8000, 'request-expired'],
]

/**
 * Converts a wallet's error to a Latchkey error when the protocol defines its code; otherwise the
 * error is returned unchanged.
 */
export function wireFailure(error: unknown): unknown {
  const { code, message } = (error ?? {}) as WireError
  const knownCode = codeRanges.find(
    ([from, to]) => typeof code === 'number' && code >= from && code <= to,
  )?.[2]
  if (!knownCode || code === undefined) return error
  return new LatchkeyError(knownCode, {
    sourceCode: code,
    cause: error,
    ...(typeof message === 'string' && { reason: message.slice(0, 200) }),
  })
}
