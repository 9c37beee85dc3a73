import {
  type ChainId,
  type ErrorCode,
  hasCode,
  LatchkeyError,
  type Social,
} from '@latchkey/protocol'
import type {
  CodeAsked,
  LoginState,
  LoginStep,
  Proved,
  RecoveryKind,
  VaultAccount,
} from '@latchkey/protocol/vault'
import { randomId, sha256Text } from '../../base64url.ts'
import type { Vault } from '../vault.ts'
import { describeSession } from './describe-session.ts'
import type { SignIn } from './open-sign-in.ts'
import { openWallet } from './open-wallet.ts'

/** Logins, one at a time: a new login ends the one before. */
export interface Logins {
  readonly startEmail: (email: string, chains: readonly ChainId[]) => Promise<LoginStep>
  readonly confirmCode: (code: string) => Promise<LoginStep>
  readonly resendCode: () => Promise<LoginStep>
  readonly startWindow: (
    login: string,
    provider: Social,
    chains: readonly ChainId[],
  ) => Promise<LoginStep>
  readonly startFarcaster: (chains: readonly ChainId[]) => Promise<LoginStep>
  readonly cancel: () => void
  /** A login that is proven but has no share yet, which a window recovers. */
  readonly waiting: () => {
    readonly account: VaultAccount
    readonly chains: readonly ChainId[]
  } | null
  /** Id of the window that recovers it, as in the step's address. */
  readonly recovery: () => string | undefined
  /** Reports that the wallet was recovered, if a login waits for it. */
  readonly settleRecovery: () => Promise<void>
}

interface LoginAttempt {
  readonly chains: readonly ChainId[]
  readonly ended: AbortController
  /** The present step, once the identity was proven. */
  step?: LoginStep
  code?: CodeAsked & { readonly purpose: 'email' | 'device'; readonly email: string }
  window?: { readonly login: string; readonly secret: string }
  recover?: VaultAccount
  recoverId?: string
}

const again = 1000

export function openLogins(vault: Vault, signIn: SignIn): Logins {
  let begun: LoginAttempt | null = null

  const beginLogin = (chains: readonly ChainId[]): LoginAttempt => {
    begun?.ended.abort()
    begun = { chains, ended: new AbortController() }
    return begun
  }
  const expiredLogin = (): LatchkeyError => new LatchkeyError('login-expired')
  /** Whether a visitor who can no longer log in has a share on this device. */
  const readHasWallet = async () =>
    (await vault.store.wallet()) ? ({ hasWallet: true } as const) : {}
  const codeStep = async (
    one: LoginAttempt,
    asked: NonNullable<LoginAttempt['code']>,
  ): Promise<LoginStep> => {
    one.code = asked
    const { purpose, email, expiresAt, resendAt } = asked
    one.step = { step: 'code', purpose, email, expiresAt, resendAt, ...(await readHasWallet()) }
    return one.step
  }

  /** The step after a proof: the second mail, the wallet, or its recovery. */
  async function followProof(one: LoginAttempt, proved: Proved): Promise<LoginStep> {
    if (proved.state === 'confirm-device') {
      const { challenge, email, expiresAt, resendAt } = proved
      return codeStep(one, { challenge, email, expiresAt, resendAt, purpose: 'device' })
    }
    delete one.code
    await signIn.begin(proved.session)
    return connectWallet(one)
  }

  async function connectWallet(one: LoginAttempt): Promise<LoginStep> {
    const wallet = await openWallet(vault, signIn)
    if (one.ended.signal.aborted) throw expiredLogin()
    if (wallet.state === 'recover') {
      one.recover = wallet.account
      one.recoverId ??= randomId(16)
      const ways = [...new Set(wallet.account.methods.map(({ kind }): RecoveryKind => kind))]
      const url = `${vault.origin}/p/recover/${vault.project.project}#${one.recoverId}~${wallet.account.account}`
      one.step = { step: 'recover', url, ways }
      return one.step
    }
    const expiresAt = (await signIn.current())?.expiresAt ?? 0
    begun = null
    const { account, record } = wallet
    const session = await describeSession(vault.project, account, record.addresses, {
      chains: one.chains,
      expiresAt,
    })
    return { step: 'connected', session }
  }

  const waitForLogin = async (
    one: LoginAttempt,
    login: string,
    secret: string,
    stepOf: (state: LoginState) => LoginStep | null,
  ) => {
    let seen: LoginState['state'] = 'awaited'
    const { signal } = one.ended
    while (!signal.aborted) {
      try {
        const state: LoginState = await vault.api(
          'POST /api/logins/wait',
          { login, secret, seen },
          { signal },
        )
        if (signal.aborted) return
        if (state.state === 'failed') throw new LatchkeyError(state.code)
        if (state.state === 'proved') {
          vault.tell({ event: 'login', step: await followProof(one, state.proved) })
          return
        }
        const step = state.state === seen ? null : stepOf(state)
        seen = state.state
        if (step) vault.tell({ event: 'login', step })
      } catch (error) {
        if (signal.aborted) return
        // A network error does not end a login, because it waits at the gateway.
        if (hasCode(error, 'gateway-unreachable') || hasCode(error, 'gateway-timeout')) {
          await new Promise((resolve) => setTimeout(resolve, again))
          continue
        }
        if (begun === one) begun = null
        const code: ErrorCode = hasCode(error) ? error.code : 'unknown'
        vault.tell({ event: 'login-failed', code })
        return
      }
    }
  }

  async function registerLogin(one: LoginAttempt, login: string, provider: Social) {
    const secret = randomId(32)
    const { project, site } = vault
    const body = {
      project: project.project,
      login,
      secret: await sha256Text(secret),
      provider,
      site,
    }
    const registered = await vault.api('POST /api/logins', body, { signal: one.ended.signal })
    one.window = { login, secret }
    return { secret, ...registered }
  }

  return {
    async startEmail(email, chains) {
      const one = beginLogin(chains)
      const address = email.trim()
      if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254)
        throw new LatchkeyError('email-invalid')
      const { project, site } = vault
      const asked = await vault.api('POST /api/email/start', {
        project: project.project,
        email: address,
        site,
      })
      if (one.ended.signal.aborted) throw expiredLogin()
      return codeStep(one, { ...asked, purpose: 'email', email: address })
    },
    async confirmCode(code) {
      const one = begun
      if (one?.step?.step === 'window' && one.window) {
        // The gateway tells the result to the device that waits.
        await vault.api('POST /api/logins/confirm', { ...one.window, number: code })
        return one.step
      }
      if (!one?.code) throw expiredLogin()
      const { challenge } = one.code
      const proved = await vault.api('POST /api/email/verify', { challenge, code })
      if (one.ended.signal.aborted) throw expiredLogin()
      return followProof(one, proved)
    },
    async resendCode() {
      const one = begun
      if (!one?.code) throw expiredLogin()
      const asked = await vault.api('POST /api/email/resend', { challenge: one.code.challenge })
      return codeStep(one, { ...one.code, ...asked })
    },
    async startWindow(login, provider, chains) {
      // The page came back from the vault and asks again: the login continues.
      if (begun?.window?.login === login && begun.step) return begun.step
      const one = beginLogin(chains)
      const { secret } = await registerLogin(one, login, provider)
      const more = await readHasWallet()
      const stepOf = ({ state }: LoginState): LoginStep | null => {
        if (state === 'proved' || state === 'added' || state === 'failed') return null
        const step: LoginStep = { step: 'window', window: state, ...more }
        // A page that was reloaded and asks again is told at once that a number must be typed.
        if (state === 'number') one.step = step
        return step
      }
      void waitForLogin(one, login, secret, stepOf)
      return { step: 'window', window: 'awaited', ...more }
    },
    async startFarcaster(chains) {
      const one = beginLogin(chains)
      const login = randomId(32)
      const { secret, uri, expiresAt } = await registerLogin(one, login, 'farcaster')
      if (!uri) throw new LatchkeyError('farcaster-failed')
      void waitForLogin(one, login, secret, () => null)
      return { step: 'farcaster', uri, expiresAt, ...(await readHasWallet()) }
    },
    cancel() {
      begun?.ended.abort()
      begun = null
    },
    waiting: () => (begun?.recover ? { account: begun.recover, chains: begun.chains } : null),
    recovery: () => (begun?.recover ? begun.recoverId : undefined),
    async settleRecovery() {
      if (begun?.recover) vault.tell({ event: 'login', step: await connectWallet(begun) })
    },
  }
}
