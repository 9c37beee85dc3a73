import type { Kit } from '@latchkey/core'
import type { LoginWords } from '../../words/words.ts'
import { isRequired } from './account-to-ask.ts'
import { emailQuestionOf } from './email-question.ts'

/**
 * When an email address is required, closing the dialog first disconnects the visitor; the dialog
 * closes once that is done.
 */
export function guardCapture(
  words: LoginWords,
  kit: Kit,
  _: unknown,
  leftRoute?: object,
): string | undefined {
  const question = emailQuestionOf(kit)
  if (!question || !isRequired(kit)) return undefined
  if (leftRoute) question.decline()
  return words.capture.ending
}
