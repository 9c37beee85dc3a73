import { LatchkeyError } from '@latchkey/protocol'
import { explain } from '../errors.ts'

/** Longest text of a wallet or node that an error repeats. */
const maxReasonLength = 500

/** Converts an error of a wallet or node; its text becomes the reason. */
export function toLatchkeyError(cause: unknown): LatchkeyError {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return new LatchkeyError(explain(cause), {
    cause,
    ...(typeof message === 'string' && { reason: message.slice(0, maxReasonLength) }),
    ...(typeof code === 'number' && { sourceCode: code }),
  })
}
