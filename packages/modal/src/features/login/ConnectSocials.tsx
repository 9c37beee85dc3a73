import { type ReactElement, useRef } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { isPhone } from '../../shared/is-phone.ts'
import { authOf } from './auth-of.ts'
import { listLogins } from './list-logins.ts'
import { SocialButton } from './SocialButton.tsx'
import { startSocial } from './start-login.ts'
import { useHome } from './use-home.ts'

function ConnectSocials({ kit, modal }: ViewProps<'ConnectSocials'>): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const words = modal.words.login
  const found = authOf(kit)
  useHome(place, found?.auth)
  const socials = found ? listLogins(kit, found.auth, isPhone()).socials : []
  return (
    <div ref={place}>
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
