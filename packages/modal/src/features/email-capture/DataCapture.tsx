import { hasCode } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { useErrorWords } from '../../words/use-error-words.ts'
import { EmailField } from '../login/EmailField.tsx'
import { isRequired } from './account-to-ask.ts'
import { Fault } from './Fault.tsx'
import { failureText } from './failure-text.ts'
import { guardCapture } from './guard-capture.ts'
import { SkipCaptureButton } from './SkipCaptureButton.tsx'
import { useCapture } from './use-capture.ts'

function DataCapture({ kit, modal, route }: ViewProps<'DataCapture'>): ReactElement {
  const { capture: words, code, login } = modal.words
  const capture = useCapture(kit, modal, route.account)
  const [sending, setSending] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  // The error texts are loaded while the address is being sent, because screen readers would
  // announce a text that arrived later a second time.
  const errors = useErrorWords(sending !== undefined || failure !== undefined)
  // The field is marked as wrong only for `email-invalid`, because no other error concerns the
  // address.
  const isEmailRefused = hasCode(failure, 'email-invalid')
  const { privacyUrl } = modal.options
  const submitEmail = async (email: string): Promise<void> => {
    setSending(email)
    setFailure(undefined)
    try {
      const sendResult = await capture.send(email)
      if (!sendResult) return
      modal.update({ ...route, email })
      modal.push({ ...route, view: 'DataCaptureOtpConfirm', email, ...sendResult })
    } catch (error) {
      if (!hasCode(error, 'aborted')) setFailure(error)
    }
    setSending(undefined)
  }
  return (
    <div className="login">
      <p className="hint">
        {words.hint(kit.options.metadata?.name ?? words.thisSite)}{' '}
        {isRequired(kit) && words.required}
      </p>
      <EmailField
        words={login}
        label={words.field}
        action={failure === undefined ? words.continue : login.tryAgain}
        isPrimary
        given={route.email}
        isBusy={sending !== undefined}
        refused={isEmailRefused ? login.emailInvalid : undefined}
        onEmail={(email) => void submitEmail(email)}
      />
      <p role="status" className="hint code-note">
        {sending !== undefined && code.sending(sending)}
      </p>
      <Fault
        text={
          failure === undefined || isEmailRefused
            ? undefined
            : failureText(failure, errors, words.failed)
        }
      />
      <SkipCaptureButton kit={kit} words={words} onSkip={capture.finish} />
      {/* A link that runs script is not shown, even when the owner wrote it by mistake. */}
      {privacyUrl && !/^(javascript|data|vbscript):/i.test(privacyUrl.trim()) && (
        <p className="hint legal">
          {words.see}{' '}
          <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
            {modal.words.connect.privacy}
          </a>
        </p>
      )}
    </div>
  )
}

export const dataCaptureView: View<'DataCapture'> = {
  heading: (words) => words.capture.heading,
  component: DataCapture,
  guard: guardCapture,
}
