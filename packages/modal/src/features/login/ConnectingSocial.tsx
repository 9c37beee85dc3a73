import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Tile } from '../../parts/Tile.tsx'
import { authOf } from './auth-of.ts'
import { LoginFailure } from './LoginFailure.tsx'
import { LostSignIn } from './LostSignIn.tsx'
import { loginOf } from './login-of.ts'
import { startSocial } from './start-login.ts'
import { TypeNumber } from './TypeNumber.tsx'

function ConnectingSocial({ kit, modal, route }: ViewProps<'ConnectingSocial'>): ReactElement {
  const { social: words, login } = modal.words
  const name = login.socials[route.social]
  const { step, failure } = loginOf(kit, route.connector)
  const startAgain = (): void => startSocial(kit, modal, route.social)
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
  const windowStep = step?.step === 'window' ? step : undefined
  if (windowStep?.window === 'number') return <TypeNumber kit={kit} modal={modal} />
  const redirectUrl = windowStep?.leave
  const chooseTitle = (): string => {
    if (!windowStep) return words.preparing
    if (redirectUrl !== undefined) return words.blockedTitle
    if (windowStep.window === 'away') return words.away(name)
    return windowStep.isSilent ? words.silent : words.open
  }
  const chooseHint = (): string => {
    if (redirectUrl !== undefined) return words.blocked
    return windowStep?.isSilent ? words.silentHint : words.openHint(name)
  }
  return (
    <div className="connecting" data-status="waiting">
      <div className="pulse">
        <Tile name={name} color="#6b7280" size={72} />
      </div>
      <div role="status">
        <p className="connecting-title">{chooseTitle()}</p>
      </div>
      <p className="hint">{chooseHint()}</p>
      {redirectUrl !== undefined && (
        <a className="primary" href={redirectUrl} onClick={() => authOf(kit)?.auth.leaving()}>
          {login.continueWith(name)}
        </a>
      )}
      <button type="button" className="secondary" onClick={startAgain}>
        {login.tryAgain}
      </button>
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {login.cancel}
      </button>
      <LostSignIn kit={kit} words={modal.words} step={step} />
    </div>
  )
}

export const connectingSocialView: View<'ConnectingSocial'> = {
  heading: (words, { social }) => words.login.socials[social],
  component: ConnectingSocial,
  isWayIn: true,
}
