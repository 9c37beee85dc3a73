import { confirmEmailCode } from '@latchkey/core'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { useErrorWords } from '../../words/use-error-words.ts'
import { CodeForm } from '../login/CodeForm.tsx'
import { Fault } from './Fault.tsx'
import { failureText } from './failure-text.ts'
import { guardCapture } from './guard-capture.ts'
import { SkipCaptureButton } from './SkipCaptureButton.tsx'
import { useCapture } from './use-capture.ts'

function DataCaptureOtpConfirm({
  kit,
  modal,
  route,
}: ViewProps<'DataCaptureOtpConfirm'>): ReactElement {
  const { capture: words, code } = modal.words
  const { email, uuid, resendAt } = route
  const capture = useCapture(kit, modal, route.account)
  const [failed, setFailed] = useState<{ readonly error: unknown; readonly said: string }>()
  const errors = useErrorWords(true)
  const makeFailureHandler =
    (fallbackText: string) =>
    (error: unknown): void => {
      if (!hasCode(error, 'aborted')) setFailed({ error, said: fallbackText })
    }
  const confirmDigits = async (digits: string): Promise<void> => {
    setFailed(undefined)
    await confirmEmailCode(kit, { uuid, code: digits })
    capture.finish()
  }
  const resendCode = async (): Promise<void> => {
    setFailed(undefined)
    try {
      const sendResult = await capture.send(email)
      if (sendResult) modal.update({ ...route, ...sendResult })
    } catch (error) {
      makeFailureHandler(words.failed)(error)
      // This view shows the error already, so the form must not show it a second time.
      throw new LatchkeyError('aborted')
    }
  }
  return (
    <div className="login">
      <CodeForm
        words={code}
        text={code.sent(email)}
        resendAt={resendAt}
        onCode={confirmDigits}
        onResend={resendCode}
        onError={makeFailureHandler(words.unconfirmed)}
      />
      <Fault text={failed && failureText(failed.error, errors, failed.said)} />
      <SkipCaptureButton kit={kit} words={words} onSkip={capture.finish} />
    </div>
  )
}

export const dataCaptureOtpConfirmView: View<'DataCaptureOtpConfirm'> = {
  heading: (words) => words.code.heading,
  component: DataCaptureOtpConfirm,
  guard: guardCapture,
}
