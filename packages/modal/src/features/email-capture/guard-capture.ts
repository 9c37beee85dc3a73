import type { Kit } from '@latchkey/core'
import type { LoginWords } from '../../words/words.ts'
import { isRequired } from './account-to-ask.ts'
import { askingOf } from './email-question.ts'

/**
 * When an email address is required, closing the dialog first disconnects the visitor; that closes
 * it.
 */
export function guardCapture(
  words: LoginWords,
  kit: Kit,
  _: unknown,
  left?: object,
): string | undefined {
  const asking = askingOf(kit)
  if (!asking || !isRequired(kit)) return undefined
  if (left) asking.decline()
  return words.capture.ending
}
