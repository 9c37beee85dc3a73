import { LatchkeyError, type Social } from '@latchkey/protocol'
import type { CodeAsked, Proved } from '@latchkey/protocol/vault'
import { randomId, sha256Text } from '../../base64url.ts'
import { type KeptLogin, keepLogin } from './kept-login.ts'
import type { Own } from './open-own.ts'

/** A code that is expected. */
export interface Step {
  readonly asked: CodeAsked
  readonly email: string
  /** Whether it is the code of the second mail, for a new device. */
  readonly isDevice: boolean
}

/** Logs in, or returns the next code that is needed. */
export async function followProof({ signIn }: Own, proved: Proved): Promise<Step | null> {
  if (proved.state === 'confirm-device')
    return { asked: proved, email: proved.email, isDevice: true }
  await signIn.begin(proved.session)
  return null
}

export async function startEmail({ api, project }: Own, email: string): Promise<Step> {
  const asked = await api('POST /api/email/start', { project: project.project, email, site: null })
  return { asked, email, isDevice: false }
}

export async function verifyCode(own: Own, { asked }: Step, code: string): Promise<Step | null> {
  return followProof(
    own,
    await own.api('POST /api/email/verify', { challenge: asked.challenge, code }),
  )
}

/** Opens a provider in this same window; the kept login continues after the return. */
export async function leaveFor(
  { api, project }: Own,
  provider: Social,
  place: Pick<KeptLogin, 'id' | 'window' | 'account'>,
): Promise<void> {
  const [login, secret, site] = [randomId(32), randomId(32), location.origin]
  await api('POST /api/logins', {
    project: project.project,
    login,
    secret: await sha256Text(secret),
    provider,
    site,
  })
  // The login was registered and opened in this window: there is no page that could show a number.
  await api('POST /api/logins/proceed', { login, vouched: true, site })
  keepLogin(sessionStorage, { ...place, login, secret })
  location.assign(
    `/api/oauth/${encodeURIComponent(provider)}/start?login=${encodeURIComponent(login)}`,
  )
}

/** Collects the result of a login. @throws the failure's code */
export async function collectLogin(own: Own, { login, secret }: KeptLogin): Promise<Step | null> {
  const state = await own.api('POST /api/logins/wait', { login, secret, seen: 'away' })
  if (state.state === 'proved') return followProof(own, state.proved)
  throw new LatchkeyError(state.state === 'failed' ? state.code : 'login-expired')
}
