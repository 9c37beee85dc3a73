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

/** Logs the visitor in. There is one login at a time: a new login ends the previous one. */
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
  /**
   * The login whose identity is proven but whose device has no share yet, so that a window must
   * recover the wallet; null when there is none.
   */
  readonly waiting: () => {
    readonly account: VaultAccount
    readonly chains: readonly ChainId[]
  } | null
  /**
   * Id of the window that recovers the wallet for this login. The page got the same id in the
   * window's address, with the login step.
   */
  readonly recovery: () => string | undefined
  /** Continues the login that waits for the recovery of the wallet, if there is one. */
  readonly finishRecovery: () => Promise<void>
}

interface LoginAttempt {
  readonly chains: readonly ChainId[]
  readonly ended: AbortController
  /** The login's current step; absent until the visitor's identity is proven. */
  step?: LoginStep
  code?: CodeAsked & { readonly purpose: 'email' | 'device'; readonly email: string }
  window?: { readonly login: string; readonly secret: string }
  recover?: VaultAccount
  recoverId?: string
}

const pollDelayMs = 1000

export function openLogins(vault: Vault, signIn: SignIn): Logins {
  let currentAttempt: LoginAttempt | null = null

  const beginLogin = (chains: readonly ChainId[]): LoginAttempt => {
    currentAttempt?.ended.abort()
    currentAttempt = { chains, ended: new AbortController() }
    return currentAttempt
  }
  const expiredLogin = (): LatchkeyError => new LatchkeyError('login-expired')
  /**
   * Reports whether this device has a share of a wallet, so that its keys can be exported even when
   * the visitor can no longer log in.
   */
  const readHasWallet = async () =>
    (await vault.store.wallet()) ? ({ hasWallet: true } as const) : {}
  const codeStep = async (
    attempt: LoginAttempt,
    codeRequest: NonNullable<LoginAttempt['code']>,
  ): Promise<LoginStep> => {
    attempt.code = codeRequest
    const { purpose, email, expiresAt, resendAt } = codeRequest
    attempt.step = { step: 'code', purpose, email, expiresAt, resendAt, ...(await readHasWallet()) }
    return attempt.step
  }

  /**
   * Returns the login's next step once the identity is proven: a code mailed for a new device, the
   * wallet, or its recovery.
   */
  async function finishProof(attempt: LoginAttempt, proofAnswer: Proved): Promise<LoginStep> {
    if (proofAnswer.state === 'confirm-device') {
      const { challenge, email, expiresAt, resendAt } = proofAnswer
      return codeStep(attempt, { challenge, email, expiresAt, resendAt, purpose: 'device' })
    }
    delete attempt.code
    await signIn.beginSession(proofAnswer.session)
    return connectWallet(attempt)
  }

  async function connectWallet(attempt: LoginAttempt): Promise<LoginStep> {
    const wallet = await openWallet(vault, signIn)
    if (attempt.ended.signal.aborted) throw expiredLogin()
    if (wallet.state === 'recover') {
      attempt.recover = wallet.account
      attempt.recoverId ??= randomId(16)
      const recoveryKinds = [
        ...new Set(wallet.account.methods.map(({ kind }): RecoveryKind => kind)),
      ]
      const url = `${vault.origin}/p/recover/${vault.project.project}#${attempt.recoverId}~${wallet.account.account}`
      attempt.step = { step: 'recover', url, ways: recoveryKinds }
      return attempt.step
    }
    const expiresAt = (await signIn.current())?.expiresAt ?? 0
    currentAttempt = null
    const { account, record } = wallet
    const session = await describeSession(vault.project, account, record.addresses, {
      chains: attempt.chains,
      expiresAt,
    })
    return { step: 'connected', session }
  }

  const waitForLogin = async (
    attempt: LoginAttempt,
    login: string,
    secret: string,
    loginStepOf: (state: LoginState) => LoginStep | null,
  ) => {
    let lastSeenState: LoginState['state'] = 'awaited'
    const { signal } = attempt.ended
    while (!signal.aborted) {
      try {
        const state: LoginState = await vault.api(
          'POST /api/logins/wait',
          { login, secret, seen: lastSeenState },
          { signal },
        )
        if (signal.aborted) return
        if (state.state === 'failed') throw new LatchkeyError(state.code)
        if (state.state === 'proved') {
          vault.tell({ event: 'login', step: await finishProof(attempt, state.proved) })
          return
        }
        const step = state.state === lastSeenState ? null : loginStepOf(state)
        lastSeenState = state.state
        if (step) vault.tell({ event: 'login', step })
      } catch (error) {
        if (signal.aborted) return
        // A network error does not end the login, because the login stays open at the gateway and
        // its state can be requested again.
        if (hasCode(error, 'gateway-unreachable') || hasCode(error, 'gateway-timeout')) {
          await new Promise((resolve) => setTimeout(resolve, pollDelayMs))
          continue
        }
        if (currentAttempt === attempt) currentAttempt = null
        const code: ErrorCode = hasCode(error) ? error.code : 'unknown'
        vault.tell({ event: 'login-failed', code })
        return
      }
    }
  }

  async function registerLogin(attempt: LoginAttempt, login: string, provider: Social) {
    const secret = randomId(32)
    const { project, site } = vault
    const loginRequest = {
      project: project.project,
      login,
      secret: await sha256Text(secret),
      provider,
      site,
    }
    const registeredLogin = await vault.api('POST /api/logins', loginRequest, {
      signal: attempt.ended.signal,
    })
    attempt.window = { login, secret }
    return { secret, ...registeredLogin }
  }

  return {
    async startEmail(email, chains) {
      const attempt = beginLogin(chains)
      const address = email.trim()
      if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254)
        throw new LatchkeyError('email-invalid')
      const { project, site } = vault
      const codeRequest = await vault.api('POST /api/email/start', {
        project: project.project,
        email: address,
        site,
      })
      if (attempt.ended.signal.aborted) throw expiredLogin()
      return codeStep(attempt, { ...codeRequest, purpose: 'email', email: address })
    },
    async confirmCode(code) {
      const attempt = currentAttempt
      if (attempt?.step?.step === 'window' && attempt.window) {
        // After this call the gateway gives the result of the login to this device, which polls for
        // it.
        await vault.api('POST /api/logins/confirm', { ...attempt.window, number: code })
        return attempt.step
      }
      if (!attempt?.code) throw expiredLogin()
      const { challenge } = attempt.code
      const proofAnswer = await vault.api('POST /api/email/verify', { challenge, code })
      if (attempt.ended.signal.aborted) throw expiredLogin()
      return finishProof(attempt, proofAnswer)
    },
    async resendCode() {
      const attempt = currentAttempt
      if (!attempt?.code) throw expiredLogin()
      const codeRequest = await vault.api('POST /api/email/resend', {
        challenge: attempt.code.challenge,
      })
      return codeStep(attempt, { ...attempt.code, ...codeRequest })
    },
    async startWindow(login, provider, chains) {
      // The login continues when a page that was itself replaced by the vault comes back and asks
      // for it again.
      if (currentAttempt?.window?.login === login && currentAttempt.step) return currentAttempt.step
      const attempt = beginLogin(chains)
      const { secret } = await registerLogin(attempt, login, provider)
      const hasWalletField = await readHasWallet()
      const loginStepOf = ({ state }: LoginState): LoginStep | null => {
        if (state === 'proved' || state === 'added' || state === 'failed') return null
        const step: LoginStep = { step: 'window', window: state, ...hasWalletField }
        // The step is stored, so that a page that was reloaded learns at once that a number must be
        // typed.
        if (state === 'number') attempt.step = step
        return step
      }
      void waitForLogin(attempt, login, secret, loginStepOf)
      return { step: 'window', window: 'awaited', ...hasWalletField }
    },
    async startFarcaster(chains) {
      const attempt = beginLogin(chains)
      const login = randomId(32)
      const { secret, uri, expiresAt } = await registerLogin(attempt, login, 'farcaster')
      if (!uri) throw new LatchkeyError('farcaster-failed')
      void waitForLogin(attempt, login, secret, () => null)
      return { step: 'farcaster', uri, expiresAt, ...(await readHasWallet()) }
    },
    cancel() {
      currentAttempt?.ended.abort()
      currentAttempt = null
    },
    waiting: () =>
      currentAttempt?.recover
        ? { account: currentAttempt.recover, chains: currentAttempt.chains }
        : null,
    recovery: () => (currentAttempt?.recover ? currentAttempt.recoverId : undefined),
    async finishRecovery() {
      if (currentAttempt?.recover)
        vault.tell({ event: 'login', step: await connectWallet(currentAttempt) })
    },
  }
}
