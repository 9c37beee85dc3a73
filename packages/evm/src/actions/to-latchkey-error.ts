import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { explain } from '../errors.ts'

/** Longest text of a wallet, a node or viem that an error repeats. */
const maxReasonLength = 500

/** Converts an error of a wallet, a node or viem; its text becomes the reason. */
export function toLatchkeyError(cause: unknown): LatchkeyError {
  if (hasCode(cause)) return cause
  const { code, message, shortMessage } = (cause ?? {}) as {
    readonly code?: unknown
    readonly message?: unknown
    /** viem's message without addresses, arguments and links. */
    readonly shortMessage?: unknown
  }
  const text = typeof shortMessage === 'string' ? shortMessage : message
  return new LatchkeyError(explain(cause), {
    cause,
    ...(typeof text === 'string' && { reason: text.slice(0, maxReasonLength) }),
    ...(typeof code === 'number' && { sourceCode: code }),
  })
}
