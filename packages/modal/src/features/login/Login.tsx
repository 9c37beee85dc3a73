import { isPhone, type Kit } from '@latchkey/core'
import { type ReactElement, useEffect, useRef } from 'react'
import type { LoginPart, ViewModal } from '../../contract/view.ts'
import type { ConnectWords, LoginChunkWords } from '../../words/words.ts'
import { authOf } from './auth-of.ts'
import { EmailField } from './EmailField.tsx'
import { listLogins } from './list-logins.ts'
import { loadRemoteFeatures } from './load-remote-features.ts'
import { SocialButton } from './SocialButton.tsx'
import { startEmail, startSocial } from './start-login.ts'
import { useVaultFrameHome } from './use-vault-frame-home.ts'

/** Number of social logins beside the email field; the others are on a further view. */
const shownSocials = 2

/** The part of Connect for login by email or social account. */
export const Login: LoginPart = ({ kit, modal, consent: { ask } }) => {
  const container = useRef<HTMLDivElement>(null)
  const loginConnector = authOf(kit)
  useVaultFrameHome(container, loginConnector?.auth)
  const auth = loginConnector?.auth
  useEffect(() => {
    if (!auth || !container.current) return
    // Connect may be rendered before the dialog opens; the gateway is asked only once Connect is
    // visible.
    const resizeObserver = new ResizeObserver(([entry]) => {
      if (!entry?.contentRect.width) return
      resizeObserver.disconnect()
      void loadRemoteFeatures(kit)
    })
    resizeObserver.observe(container.current)
    return () => resizeObserver.disconnect()
  }, [kit, auth])
  if (!loginConnector) return null
  // The texts of the login are loaded together with this component.
  const { login: words } = (modal as unknown as ViewModal<LoginChunkWords>).words
  const { email, socials } = listLogins(kit, loginConnector.auth, isPhone())
  if (!email && socials.length === 0) return null
  return (
    <div className="login" ref={container}>
      <p className="login-or">{words.or}</p>
      {kit.getState().recent[0]?.id === loginConnector.id && (
        <p className="hint">{words.lastUsed}</p>
      )}
      {email && (
        <EmailField
          words={words}
          label={words.email}
          action={words.continueWithEmail}
          isPrimary={false}
          onEmail={(address) => ask(() => startEmail(kit, modal, address))}
        />
      )}
      <Socials kit={kit} modal={modal} ask={ask} words={words} socials={socials} />
    </div>
  )
}

function Socials({
  kit,
  modal,
  ask,
  words,
  socials,
}: {
  readonly kit: Kit
  readonly modal: ViewModal<ConnectWords>
  readonly ask: (deed: () => void) => void
  readonly words: LoginChunkWords['login']
  readonly socials: ReturnType<typeof listLogins>['socials']
}): ReactElement | null {
  if (socials.length === 0) return null
  // A single social login that does not fit is shown too, because the button to the others would
  // take the same space.
  const firstSocials = socials.length <= shownSocials + 1 ? socials : socials.slice(0, shownSocials)
  return (
    <div className="ways">
      {firstSocials.map((social) => (
        <SocialButton
          key={social}
          social={social}
          words={words}
          onPress={() => ask(() => startSocial(kit, modal, social))}
        />
      ))}
      {firstSocials.length < socials.length && (
        <button
          type="button"
          className="secondary"
          onClick={() => ask(() => modal.push({ view: 'ConnectSocials' }))}
        >
          {words.moreOptions}
        </button>
      )}
    </div>
  )
}
