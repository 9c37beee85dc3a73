import type { Prompt, TransportRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Claim, Pairing, Pairings } from './open-pairings.ts'
import type { Outcome } from './outcome.ts'

const renewalMarginMs = 10_000
/**
 * Maximum length of one timer, in milliseconds. A sleeping machine stops timers but not the clock;
 * with short timers an expired QR code disappears soon after waking.
 */
const maxTimerMs = 5000

/** The prompt by which the kit shows a pairing to the visitor. */
export function promptOfPairing({ record, shownUntil, link }: Pairing): Prompt {
  return { kind: 'uri', uri: record.uri, expiresAt: shownUntil, ...(link && { link }) }
}

/**
 * Shows a pairing, replaces it before it expires, and waits until a wallet has settled by any of
 * them.
 * @throws `aborted` | `relay-unreachable` | `relay-refused` | the wallet's error
 */
export function startPairing(
  pairings: Pairings,
  request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
): Promise<Outcome> {
  const { signal, onPrompt } = request
  const claims = new Map<Pairing, Claim>()
  return new Promise((resolve, reject) => {
    let hasEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Closes the pairings without a caller, except a prepared one that no wallet has used. */
    function releasePairings(isSettled: boolean): void {
      hasEnded = true
      clearTimeout(timer)
      signal.removeEventListener('abort', abortPairing)
      for (const [pairing, claim] of claims) {
        pairing.claims.delete(claim)
        if (!pairing.claims.size && (isSettled || !pairing.isPrepared)) pairing.drop()
      }
    }
    function failPairing(error: unknown): void {
      if (hasEnded) return
      releasePairings(false)
      reject(error)
    }
    function abortPairing(): void {
      failPairing(new LatchkeyError('aborted', { cause: signal.reason }))
    }
    function holdPairing(pairing: Pairing): void {
      const claim: Claim = {
        settle(outcome) {
          releasePairings(true)
          resolve(outcome)
        },
        fail: failPairing,
        // The expiry of one pairing does not end the wait, because the pairing that is shown after
        // it can still be settled.
        expire: () => void claims.delete(pairing),
      }
      claims.set(pairing, claim)
      pairing.claims.add(claim)
    }
    function scheduleRenewal(pairing: Pairing): void {
      const remainingMs = pairing.shownUntil - renewalMarginMs - Date.now()
      if (remainingMs <= 0) void showPairing()
      else timer = setTimeout(scheduleRenewal, Math.min(remainingMs, maxTimerMs), pairing)
    }
    async function showPairing(isRenewal = false): Promise<void> {
      try {
        const signIn = isRenewal ? await request.renewSignIn?.() : undefined
        const pairing = await pairings.obtainPairing(signIn ? { ...request, signIn } : request)
        if (hasEnded) {
          if (!pairing.claims.size && !pairing.isPrepared) pairing.drop()
          return
        }
        holdPairing(pairing)
        pairings.markPairingShown(pairing)
        scheduleRenewal(pairing)
        onPrompt(promptOfPairing(pairing))
      } catch (error) {
        failPairing(error)
      }
    }
    if (signal.aborted) return abortPairing()
    signal.addEventListener('abort', abortPairing, { once: true })
    // The visitor may have approved a pairing of an earlier page before asking again, so those
    // pairings are awaited too.
    for (const pairing of pairings.getResumed()) {
      holdPairing(pairing)
    }
    void showPairing()
  })
}
