import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { explain } from '../errors.ts'

/**
 * Maximum number of characters that an error repeats of the message of a wallet, a node or viem.
 */
const maxReasonLength = 500

/**
 * Converts an error of a wallet, a node or viem to a Latchkey error; its message becomes the
 * reason.
 */
export function toLatchkeyError(cause: unknown): LatchkeyError {
  if (hasCode(cause)) return cause
  const { code, message, shortMessage } = (cause ?? {}) as {
    readonly code?: unknown
    readonly message?: unknown
    /** The short form of a viem error's message, without addresses, arguments and links. */
    readonly shortMessage?: unknown
  }
  const text = typeof shortMessage === 'string' ? shortMessage : message
  return new LatchkeyError(explain(cause), {
    cause,
    ...(typeof text === 'string' && { reason: text.slice(0, maxReasonLength) }),
    ...(typeof code === 'number' && { sourceCode: code }),
  })
}
