import { hasCode } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { authOf } from './auth-of.ts'
import { CodeForm } from './CodeForm.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { LostSignIn } from './LostSignIn.tsx'
import { loginOf } from './login-of.ts'
import { startEmail } from './start-login.ts'

/** Asks for the code of the first mail, or of the second, which confirms a new device. */
function EmailVerify({
  kit,
  modal,
  route,
}: Omit<ViewProps<'EmailVerifyOtp'>, 'route'> & {
  readonly route: { readonly connector: string; readonly email: string }
}): ReactElement {
  const { code: words, login } = modal.words
  const { connector, email } = route
  const auth = authOf(kit)?.auth
  const { step, failure } = loginOf(kit, connector)
  if (failure)
    return (
      <LoginFailure
        words={login}
        name={login.email}
        failure={failure}
        onRetry={() => (email ? startEmail(kit, modal, email) : modal.back())}
        onCancel={() => modal.back()}
      />
    )
  const codeStep = step?.step === 'code' ? step : undefined
  const recipient = codeStep?.email || email
  const sentText =
    codeStep?.purpose === 'device' ? words.sentDevice(recipient) : words.sent(recipient)
  const text = codeStep ? sentText : words.sending(recipient)
  return (
    <>
      <CodeForm
        words={words}
        text={text}
        resendAt={codeStep?.resendAt ?? 0}
        onCode={async (code) => auth?.answer(code)}
        {...(codeStep && { onResend: async () => auth?.resend() })}
        // An error that ends the login is stored in the connection's state and shown from there.
        // All other errors are shown here.
        onError={(error) =>
          hasCode(error, 'aborted') || modal.toast({ variant: 'error', text: login.failed })
        }
      />
      <LostSignIn kit={kit} words={modal.words} step={step} />
    </>
  )
}

export const emailVerifyOtpView: View<'EmailVerifyOtp'> = {
  heading: (words) => words.code.heading,
  component: EmailVerify,
}

export const emailVerifyDeviceView: View<'EmailVerifyDevice'> = {
  heading: (words) => words.code.device,
  component: EmailVerify,
}
