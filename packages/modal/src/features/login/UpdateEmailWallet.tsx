import { hasCode } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { useErrorWords } from '../../words/use-error-words.ts'
import { authOf } from './auth-of.ts'
import { EmailField } from './EmailField.tsx'
import { emailChangeOf, emailViewOf, keepEmailChange } from './email-change.ts'

/** Asks for a new email address; the views for the codes of the old and the new address follow. */
function UpdateEmailWallet({ kit, modal }: ViewProps<'UpdateEmailWallet'>): ReactElement {
  const { updateEmail: words, login } = modal.words
  const [isBusy, setBusy] = useState(false)
  const errors = useErrorWords(true)
  const auth = authOf(kit)?.auth
  const session = auth?.session()
  if (!auth || !session) return <p className="hint">{words.none}</p>
  const { account } = session
  const currentEmail = session.identities.find(({ kind }) => kind === 'email')?.label
  const beginChange = async (email: string): Promise<void> => {
    const pendingChange = emailChangeOf(kit, account)
    // The visitor came back from the code view and entered the same address, so the mailed code is
    // still valid.
    if (pendingChange?.next === email) return modal.push({ view: emailViewOf(pendingChange) })
    setBusy(true)
    try {
      const loginStep = await auth.changeEmail(email)
      if (loginStep.step !== 'code') return
      const emailChange = { account, next: email, step: loginStep }
      keepEmailChange(kit, emailChange)
      modal.push({ view: emailViewOf(emailChange) })
    } catch (error) {
      const reason = hasCode(error) ? errors?.[error.code] : undefined
      modal.toast({ variant: 'error', text: reason ?? login.failed })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="login">
      {currentEmail !== undefined && (
        <p className="hint" dir="auto">
          {words.present(currentEmail)}
        </p>
      )}
      <EmailField
        words={login}
        label={words.field}
        action={words.save}
        isPrimary
        isBusy={isBusy}
        given={emailChangeOf(kit, account)?.next}
        faultOf={(email) => (email === currentEmail ? words.same : undefined)}
        onEmail={(email) => void beginChange(email)}
      />
    </div>
  )
}

export const updateEmailWalletView: View<'UpdateEmailWallet'> = {
  heading: (words) => words.updateEmail.heading,
  component: UpdateEmailWallet,
}
