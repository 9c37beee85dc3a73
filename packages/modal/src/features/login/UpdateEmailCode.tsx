import type { Kit } from '@latchkey/core'
import { connectionStatusPollMs, hasCode } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import { type ReactElement, useEffect, useState } from 'react'
import type { View, ViewModal } from '../../contract/view.ts'
import { useErrorWords } from '../../words/use-error-words.ts'
import type { LoginChunkWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { CodeForm } from './CodeForm.tsx'
import { emailChangeOf, emailViewOf, keepEmailChange } from './email-change.ts'

/** Asks for the code of the present email address, or of the new one. */
function UpdateEmailCode({
  kit,
  modal,
}: {
  readonly kit: Kit
  readonly modal: ViewModal<LoginChunkWords>
}): ReactElement {
  const { updateEmail: words, code, login } = modal.words
  const errors = useErrorWords(true)
  const auth = authOf(kit)?.auth
  const session = auth?.session()
  const pendingChange = emailChangeOf(kit, session?.account)
  const currentEmail = session?.identities.find(({ kind }) => kind === 'email')?.label
  const [, redraw] = useState<LoginStep>()
  const isEmailChanged = pendingChange !== undefined && currentEmail === pendingChange.next
  // The vault is asked regularly, because another page of this site may have finished the change,
  // or another device may have ended the session.
  useEffect(() => {
    const timer = setInterval(() => void auth?.look().catch(() => {}), connectionStatusPollMs)
    return () => clearInterval(timer)
  }, [auth])
  useEffect(() => {
    if (!isEmailChanged) return
    keepEmailChange(kit, undefined)
    modal.toast({ variant: 'success', text: words.done })
    // Goes back twice, because the view that asked for the new address is behind this one.
    modal.back()
    modal.back()
  }, [isEmailChanged, kit, modal, words])
  if (!auth || !pendingChange) return <p className="hint">{session ? words.over : words.none}</p>
  const { next, step } = pendingChange
  const handleLoginStep = (answer: LoginStep): void => {
    if (answer.step !== 'code') return
    const nextChange = { ...pendingChange, step: answer }
    redraw(answer)
    keepEmailChange(kit, nextChange)
    if (emailViewOf(nextChange) !== emailViewOf(pendingChange))
      modal.replace({ view: emailViewOf(nextChange) })
  }
  const reportFailure = (error: unknown): void => {
    const reason = hasCode(error) ? errors?.[error.code] : undefined
    modal.toast({ variant: 'error', text: reason ?? login.failed })
  }
  return (
    <CodeForm
      key={step.email}
      words={code}
      text={step.email === next ? words.next(next) : words.old(step.email)}
      resendAt={step.resendAt}
      onCode={async (digits) => handleLoginStep(await auth.answerEmail(digits))}
      onResend={async () => handleLoginStep(await auth.resendEmail())}
      onError={reportFailure}
    />
  )
}

export const updateEmailPrimaryOtpView: View<'UpdateEmailPrimaryOtp'> = {
  heading: (words) => words.code.heading,
  component: UpdateEmailCode,
}

export const updateEmailSecondaryOtpView: View<'UpdateEmailSecondaryOtp'> = {
  heading: (words) => words.code.heading,
  component: UpdateEmailCode,
}
