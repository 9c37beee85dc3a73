import type { Prompt } from '@latchkey/core'
import { type ChainId, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { LoginStep, VaultSession } from '@latchkey/protocol/vault'
import { type StartedSignIn, waitingSignInKey } from '../contract.ts'
import { isIsolatingPopups } from './is-isolating-popups.ts'
import type { VaultLine } from './open-line.ts'
import { readStep } from './read-step.ts'
import { vouchForLogin } from './vouch.ts'
import { watchForClosing } from './watch-for-closing.ts'

/** One login in progress. */
export interface SignIn {
  readonly done: Promise<VaultSession>
  /**
   * Submits the code from the mail, or the number that the login window shows. @throws `code-wrong`
   * | `code-expired` | `code-limit` | `login-number-wrong` | `aborted`
   */
  answer(code: string): Promise<void>
  resend(): Promise<void>
  /**
   * Called when the visitor goes to the vault in this tab; it stores the login, so that it can
   * continue after the return.
   */
  leaving(): void
  /** Resolves when the frame knows that the login failed, or when it could not be reached. */
  over(): Promise<unknown>
}

/**
 * Milliseconds to wait for the frame, enough for a slow mail server; the visitor can cancel at any
 * time.
 */
const answerTimeoutMs = 60_000
/**
 * Milliseconds in which the vault must report that the visitor has finished a login by redirect;
 * otherwise the login stays open until the visitor continues it.
 */
const returnTimeoutMs = 3_000

/**
 * Performs the login that `begun` describes. Every step is shown as a prompt; listeners and timers
 * are removed at the end.
 */
export function signIn({
  line,
  vault,
  address,
  begun,
  chains,
  signal,
  silent,
  onPrompt,
}: {
  readonly line: VaultLine
  readonly vault: string
  readonly address: (kind: string, fragment: string) => string
  readonly begun: StartedSignIn
  readonly chains: readonly ChainId[]
  readonly signal: AbortSignal
  /**
   * Whether the login must not prompt the visitor. A login that would need the visitor fails then
   * and stays stored, so that a later login continues it.
   */
  readonly silent: boolean
  readonly onPrompt: (prompt: Prompt) => void
}): SignIn {
  const { way, login, handle, isBlocked } = begun
  /** Address for a login in this tab; the vault leads back to this page. */
  const signInAddress = (): string =>
    `${address('login', login)}~${encodeForAddress(location.href.slice(location.origin.length))}`
  const failForMissingVisitor = (): void =>
    endSignIn(() =>
      rejectSignIn(new LatchkeyError('resume-failed', { reason: 'the visitor is needed' })),
    )
  let resolveSignIn: (session: VaultSession) => void = () => {}
  let rejectSignIn: (error: unknown) => void = () => {}
  const signInPromise = new Promise<VaultSession>((...settle) => {
    ;[resolveSignIn, rejectSignIn] = settle
  })
  // Events that the frame sends before it has answered this login may belong to an earlier login.
  let isLoginAnswered = false
  let hasSignInEnded = false
  let cancelCall: Promise<unknown> = Promise.resolve()
  let stopWindowDoubt: () => void = () => {}
  const cleanups: (() => void)[] = [() => stopWindowDoubt()]
  const endSignIn = (settle: () => void): void => {
    if (hasSignInEnded) return
    hasSignInEnded = true
    for (const stop of cleanups) {
      stop()
    }
    settle()
  }
  const failSignIn = (error: unknown): void =>
    endSignIn(() => {
      removeWaitingLogin()
      // Without a loaded frame there is no login to cancel, so no frame is loaded for this call.
      if (line.frame())
        cancelCall = line.call('login-cancel', {}, { timeoutMs: 5000 }).catch(() => {})
      rejectSignIn(error)
    })
  const handleStep = (step: LoginStep): void => {
    if (hasSignInEnded) return
    if (step.step === 'connected')
      endSignIn(() => {
        removeWaitingLogin()
        resolveSignIn(step.session)
      })
    else if (step.step === 'window' && step.window === 'closed' && !isBlocked)
      failSignIn(new LatchkeyError('popup-closed'))
    else if (silent && (step.step !== 'window' || step.window !== 'awaited'))
      failForMissingVisitor()
    else if (isBlocked && step.step === 'window') {
      // The popup seemed blocked, so the visitor is offered to log in in this tab. If the popup
      // opens after all, its steps are shown instead; if it is closed, the offer is shown again.
      const { window } = step
      const redirectFields =
        window === 'awaited' || window === 'closed'
          ? ({ window: 'awaited', leave: signInAddress() } as const)
          : {}
      onPrompt({ kind: 'login', step: { ...step, ...redirectFields } })
    } else {
      onPrompt({ kind: 'login', step })
      stopWindowDoubt()
      if (step.step === 'window' && step.window === 'awaited')
        stopWindowDoubt = watchForClosing(handle, {
          cuts: isIsolatingPopups,
          onClosed: () => failSignIn(new LatchkeyError('popup-closed')),
          onDoubt: () => onPrompt({ kind: 'login', step: { ...step, isSilent: true } }),
        })
    }
  }
  const askVault = async (
    ...[method, params]: Parameters<
      typeof line.call<
        'login-email' | 'login-code' | 'login-resend' | 'login-window' | 'login-farcaster'
      >
    >
  ): Promise<void> => {
    const step = readStep(
      await line.call(method, params, { signal, timeoutMs: answerTimeoutMs }),
      vault,
    )
    if (!step)
      throw new LatchkeyError('wallet-answer-invalid', {
        reason: `${method}: no step of a sign-in`,
      })
    isLoginAnswered = true
    handleStep(step)
  }
  const beginSignIn = async (): Promise<void> => {
    if (way.kind === 'email') return askVault('login-email', { email: way.email, chains })
    if (way.kind === 'farcaster') return askVault('login-farcaster', { chains })
    await askVault('login-window', { login, provider: way.kind, chains })
    if (!silent) return
    const timer = setTimeout(failForMissingVisitor, returnTimeoutMs)
    cleanups.push(() => clearTimeout(timer))
  }
  cleanups.push(
    line.watch((event) => {
      if (!isLoginAnswered) return
      if (event.event === 'login') handleStep(event.step)
      else if (event.event === 'login-failed') failSignIn(new LatchkeyError(event.code))
    }),
  )
  if (handle) cleanups.push(vouchForLogin(login, vault, handle))
  const abortSignIn = (): void => failSignIn(new LatchkeyError('aborted', { cause: signal.reason }))
  signal.addEventListener('abort', abortSignIn, { once: true })
  cleanups.push(() => signal.removeEventListener('abort', abortSignIn))
  if (signal.aborted) abortSignIn()
  else beginSignIn().catch((error) => failSignIn(toLoginError(error, way.kind)))
  return {
    done: signInPromise,
    answer: (code) => askVault('login-code', { code }),
    resend: () => askVault('login-resend', {}),
    leaving: () => storeWaitingLogin([login, way.kind, ...chains].join(' ')),
    over: () => cancelCall,
  }
}

/**
 * Replaces an error that has no useful code by the general error of a social or Farcaster login;
 * errors of a login by email stay unchanged.
 */
function toLoginError(error: unknown, kind: StartedSignIn['way']['kind']): unknown {
  const isUnspecificError =
    !hasCode(error) || error.code === 'unknown' || error.code === 'wallet-answer-invalid'
  if (!isUnspecificError || kind === 'email') return error
  return new LatchkeyError(kind === 'farcaster' ? 'farcaster-failed' : 'social-failed', {
    cause: error,
  })
}

/** UTF-8 as base64url, for a part of an address that accepts only letters, digits, `-` and `_`. */
function encodeForAddress(text: string): string {
  const binaryCharacters = Array.from(new TextEncoder().encode(text.slice(0, 1024)), (byte) =>
    String.fromCharCode(byte),
  )
  return btoa(binaryCharacters.join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function storeWaitingLogin(text: string): void {
  try {
    sessionStorage[waitingSignInKey] = text
  } catch {
    // The error is ignored: when storage is blocked, the visitor has to start the login again after
    // the return.
  }
}

export function removeWaitingLogin(): void {
  try {
    sessionStorage.removeItem(waitingSignInKey)
  } catch {
    // The error is ignored: when storage is blocked, nothing was stored that would have to be
    // removed.
  }
}
