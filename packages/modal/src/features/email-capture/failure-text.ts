import { type ErrorCode, hasCode } from '@latchkey/protocol'
import type { ErrorWords } from '../../words/words.ts'

/** Codes whose own texts tell the visitor what to do; other codes get a general text. */
const shownCodes: readonly ErrorCode[] = [
  'code-limit',
  'gateway-timeout',
  'gateway-unreachable',
  'origin-not-allowed',
  'rate-limited',
]

/** Why no code was mailed, or none was accepted, in one sentence. */
export function failureText(
  error: unknown,
  words: Partial<ErrorWords> | undefined,
  otherwise: string,
): string {
  const code = hasCode(error) ? shownCodes.find((one) => one === error.code) : undefined
  return (code && words?.[code]) ?? otherwise
}
