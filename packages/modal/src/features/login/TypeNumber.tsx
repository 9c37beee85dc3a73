import type { Kit } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import type { LoginWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { CodeForm } from './CodeForm.tsx'

/**
 * Asks for the number that the vault's window shows: it proves that the visitor sees that window.
 */
export function TypeNumber({
  kit,
  modal,
}: {
  readonly kit: Kit
  readonly modal: Pick<ViewModal<LoginWords>, 'words' | 'toast' | 'back'>
}): ReactElement {
  const { code, social, login } = modal.words
  const [isTyped, setIsTyped] = useState(false)
  return (
    <>
      {isTyped ? (
        <p className="hint" role="status">
          {social.preparing}
        </p>
      ) : (
        <CodeForm
          words={{ ...code, group: social.number, wrong: social.numberWrong }}
          text={social.numberText}
          resendAt={0}
          onCode={async (number) => {
            await authOf(kit)?.auth.answer(number)
            setIsTyped(true)
          }}
          // An error that ends the login is stored in the connection's state and shown from there.
          // All other errors are shown here.
          onError={(error) =>
            hasCode(error, 'aborted') ||
            hasCode(error, 'login-number-wrong') ||
            modal.toast({ variant: 'error', text: login.failed })
          }
        />
      )}
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {login.cancel}
      </button>
    </>
  )
}
