import { isPhone } from '@latchkey/core'
import { type ReactElement, useRef } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { authOf } from './auth-of.ts'
import { listLogins } from './list-logins.ts'
import { SocialButton } from './SocialButton.tsx'
import { startSocial } from './start-login.ts'
import { useVaultFrameHome } from './use-vault-frame-home.ts'

function ConnectSocials({ kit, modal }: ViewProps<'ConnectSocials'>): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const words = modal.words.login
  const loginConnector = authOf(kit)
  useVaultFrameHome(container, loginConnector?.auth)
  const socials = loginConnector ? listLogins(kit, loginConnector.auth, isPhone()).socials : []
  return (
    <div ref={container}>
      <ul className="list" aria-label={words.chooseSocial}>
        {socials.map((social) => (
          <SocialButton
            key={social}
            isRow
            social={social}
            words={words}
            onPress={() => startSocial(kit, modal, social)}
          />
        ))}
      </ul>
    </div>
  )
}

export const connectSocialsView: View<'ConnectSocials'> = {
  heading: (words) => words.login.chooseSocial,
  component: ConnectSocials,
  isWayIn: true,
}
