import { isPhone } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Qr } from '../../parts/Qr.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { LoginFailure } from './LoginFailure.tsx'
import { LostSignIn } from './LostSignIn.tsx'
import { loginOf } from './login-of.ts'
import { startSocial } from './start-login.ts'

function ConnectingFarcaster({
  kit,
  modal,
  route,
}: ViewProps<'ConnectingFarcaster'>): ReactElement {
  const { social: words, login } = modal.words
  const name = login.socials.farcaster
  const { step, failure } = loginOf(kit, route.connector)
  const startAgain = (): void => startSocial(kit, modal, 'farcaster')
  if (failure)
    return (
      <LoginFailure
        words={login}
        name={name}
        failure={failure}
        onRetry={startAgain}
        onCancel={() => modal.back()}
      />
    )
  const uri = step?.step === 'farcaster' ? step.uri : undefined
  const isOnPhone = isPhone()
  const hint = isOnPhone ? words.scanHere : words.scan
  return (
    <div className="scan">
      {isOnPhone ? (
        <div className="connecting" data-status="waiting">
          <div className="pulse">
            <Tile name={name} color="#6b7280" size={72} />
          </div>
        </div>
      ) : (
        <Qr text={uri} label={words.code} />
      )}
      {uri !== undefined && (
        <a
          className={isOnPhone ? 'primary' : 'secondary'}
          href={uri}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.openFarcaster}
          <Icon name="out" />
        </a>
      )}
      <p className="hint" role="status">
        {uri === undefined ? words.preparing : hint}
      </p>
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {login.cancel}
      </button>
      <LostSignIn kit={kit} words={modal.words} step={step} />
    </div>
  )
}

export const connectingFarcasterView: View<'ConnectingFarcaster'> = {
  heading: (words) => words.login.socials.farcaster,
  component: ConnectingFarcaster,
  isWayIn: true,
}
