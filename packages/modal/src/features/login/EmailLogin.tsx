import { type ReactElement, useRef } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { authOf } from './auth-of.ts'
import { EmailField } from './EmailField.tsx'
import { startEmail } from './start-login.ts'
import { useVaultFrameHome } from './use-vault-frame-home.ts'

function EmailLogin({ kit, modal }: ViewProps<'EmailLogin'>): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const words = modal.words.login
  useVaultFrameHome(container, authOf(kit)?.auth)
  return (
    <div className="login" ref={container}>
      <EmailField
        words={words}
        label={words.email}
        action={words.continueWithEmail}
        isPrimary
        onEmail={(email) => startEmail(kit, modal, email)}
      />
    </div>
  )
}

export const emailLoginView: View<'EmailLogin'> = {
  heading: (words) => words.login.heading,
  component: EmailLogin,
  isWayIn: true,
}
