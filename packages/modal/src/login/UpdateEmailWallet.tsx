import { hasCode } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../view.ts'
import { authOf } from './auth-of.ts'
import { CodeForm } from './CodeForm.tsx'
import { EmailField } from './EmailField.tsx'
import { useParts } from './parts.ts'

/** A new address: asked for, then confirmed by the code of the old one and the code of the new. */
function UpdateEmailWallet({ kit, modal }: ViewProps<'UpdateEmailWallet'>): ReactElement {
  const { updateEmail: words, code, login } = modal.words
  const { useErrorWords } = useParts()
  const auth = authOf(kit)?.auth
  const [asked, setAsked] = useState<Extract<LoginStep, { step: 'code' }>>()
  const [next, setNext] = useState('')
  const errors = useErrorWords(true)
  const session = auth?.session()
  if (!auth || !session) return <p className="hint">{words.none}</p>
  const present = session.identities.find(({ kind }) => kind === 'email')?.label
  const fail = (error: unknown): void => {
    const reason = hasCode(error) ? errors?.[error.code] : undefined
    modal.toast({ variant: 'error', text: reason ?? login.failed })
  }
  const take = (step: LoginStep): void => {
    if (step.step === 'code') setAsked(step)
    else {
      modal.toast({ variant: 'success', text: words.done })
      modal.back()
    }
  }
  if (!asked)
    return (
      <div className="login">
        {present && (
          <p className="hint" dir="auto">
            {words.present(present)}
          </p>
        )}
        <EmailField
          words={login}
          label={words.field}
          action={words.save}
          isPrimary
          faultOf={(email) => (email === present ? words.same : undefined)}
          onEmail={(email) => {
            setNext(email)
            auth.changeEmail(email).then(take, fail)
          }}
        />
      </div>
    )
  return (
    <CodeForm
      key={asked.email}
      words={code}
      text={asked.email === next ? words.next(next) : words.old(asked.email)}
      resendAt={asked.resendAt}
      onCode={async (digits) => take(await auth.answerEmail(digits))}
      onError={fail}
    />
  )
}

export const updateEmailWalletView: View<'UpdateEmailWallet'> = {
  heading: (words) => words.updateEmail.heading,
  component: UpdateEmailWallet,
}
