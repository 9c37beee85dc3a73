import type { Kit } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { LoginWords } from '../../words/words.ts'
import { isRequired } from './account-to-ask.ts'
import { emailQuestionOf } from './email-question.ts'

/** Button that leaves the view without giving an email address; its text says what happens then. */
export function SkipCaptureButton({
  kit,
  words,
  onSkip,
}: {
  readonly kit: Kit
  readonly words: LoginWords['capture']
  readonly onSkip: () => void
}): ReactElement {
  const emailQuestion = emailQuestionOf(kit)
  const endsConnection = emailQuestion !== undefined && isRequired(kit)
  return (
    <button
      type="button"
      className="secondary"
      onClick={endsConnection ? () => emailQuestion.decline() : onSkip}
    >
      {endsConnection ? words.disconnect : words.skip}
    </button>
  )
}
