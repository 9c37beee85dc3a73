import { LatchkeyError, type Social } from '@latchkey/protocol'
import type { CodeAsked, Proved } from '@latchkey/protocol/vault'
import { randomId, sha256Text } from '../../base64url.ts'
import { type StoredLogin, storeLogin } from './kept-login.ts'
import type { OwnDevice } from './open-own-device.ts'

/** A mailed code that the visitor must type. */
export interface CodeStep {
  readonly asked: CodeAsked
  readonly email: string
  /** Whether the code is that of the second mail, which confirms a new device. */
  readonly isDevice: boolean
}

/** Logs in with a code; returns the next code step when another code is needed. */
export async function finishProof(
  { signIn }: OwnDevice,
  proofAnswer: Proved,
): Promise<CodeStep | null> {
  if (proofAnswer.state === 'confirm-device')
    return { asked: proofAnswer, email: proofAnswer.email, isDevice: true }
  await signIn.beginSession(proofAnswer.session)
  return null
}

export async function startEmail({ api, project }: OwnDevice, email: string): Promise<CodeStep> {
  const codeAnswer = await api('POST /api/email/start', {
    project: project.project,
    email,
    site: null,
  })
  return { asked: codeAnswer, email, isDevice: false }
}

export async function verifyCode(
  ownDevice: OwnDevice,
  { asked: codeAnswer }: CodeStep,
  code: string,
): Promise<CodeStep | null> {
  return finishProof(
    ownDevice,
    await ownDevice.api('POST /api/email/verify', { challenge: codeAnswer.challenge, code }),
  )
}

/** Leads this window to a login provider; the stored login continues after the return. */
export async function leaveForProvider(
  { api, project }: OwnDevice,
  provider: Social,
  returnTo: Pick<StoredLogin, 'id' | 'window' | 'account'>,
): Promise<void> {
  const [login, secret, site] = [randomId(32), randomId(32), location.origin]
  await api('POST /api/logins', {
    project: project.project,
    login,
    secret: await sha256Text(secret),
    provider,
    site,
  })
  // This window itself confirms that it began the login, because there is no page to type a number
  // into.
  await api('POST /api/logins/proceed', { login, vouched: true, site })
  storeLogin(sessionStorage, { ...returnTo, login, secret })
  location.assign(
    `/api/oauth/${encodeURIComponent(provider)}/start?login=${encodeURIComponent(login)}`,
  )
}

/** Collects the result of a login. @throws the failure's code */
export async function collectFinishedLogin(
  ownDevice: OwnDevice,
  { login, secret }: StoredLogin,
): Promise<CodeStep | null> {
  const state = await ownDevice.api('POST /api/logins/wait', { login, secret, seen: 'away' })
  if (state.state === 'proved') return finishProof(ownDevice, state.proved)
  throw new LatchkeyError(state.state === 'failed' ? state.code : 'login-expired')
}
