import type { Prompt, TransportRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { Claim, Pairing, Pairings } from './open-pairings.ts'
import type { Outcome } from './outcome.ts'

const renewalMarginMs = 10_000
/**
 * A machine that sleeps stops timers, not the clock: nobody must look at a dead code for long after
 * waking.
 */
const longestTimer = 5000

/** A pairing as it is shown. */
export function promptOf({ record, shownUntil, link }: Pairing): Prompt {
  return { kind: 'uri', uri: record.uri, expiresAt: shownUntil, ...(link && { link }) }
}

/**
 * Shows a pairing, a new one before it is shown too long, and waits until a wallet has settled by
 * any of them.
 * @throws `aborted` | `relay-unreachable` | `relay-refused` | what the wallet says
 */
export function startPairing(
  pairings: Pairings,
  request: TransportRequest & { readonly onPrompt: (prompt: Prompt) => void },
): Promise<Outcome> {
  const { signal, onPrompt } = request
  const held = new Map<Pairing, Claim>()
  return new Promise((resolve, reject) => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    /** What nobody holds any more is closed, unless it was prepared and no wallet has used it. */
    function finish(isSettled: boolean): void {
      isOver = true
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      for (const [pairing, claim] of held) {
        pairing.claims.delete(claim)
        if (!pairing.claims.size && (isSettled || !pairing.isPrepared)) pairing.drop()
      }
    }
    function fail(error: unknown): void {
      if (isOver) return
      finish(false)
      reject(error)
    }
    function stop(): void {
      fail(new LatchkeyError('aborted', { cause: signal.reason }))
    }
    function hold(pairing: Pairing): void {
      const claim: Claim = {
        settle(outcome) {
          finish(true)
          resolve(outcome)
        },
        fail,
        // The one shown after it is held too.
        expire: () => void held.delete(pairing),
      }
      held.set(pairing, claim)
      pairing.claims.add(claim)
    }
    function renew(pairing: Pairing): void {
      const left = pairing.shownUntil - renewalMarginMs - Date.now()
      if (left <= 0) void show()
      else timer = setTimeout(renew, Math.min(left, longestTimer), pairing)
    }
    async function show(isRenewal = false): Promise<void> {
      try {
        const signIn = isRenewal ? await request.renewSignIn?.() : undefined
        const pairing = await pairings.obtain(signIn ? { ...request, signIn } : request)
        if (isOver) {
          if (!pairing.claims.size && !pairing.isPrepared) pairing.drop()
          return
        }
        hold(pairing)
        pairings.markShown(pairing)
        renew(pairing)
        onPrompt(promptOf(pairing))
      } catch (error) {
        fail(error)
      }
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    // The visitor may have approved what an earlier page asked, and come back to ask again.
    for (const pairing of pairings.getResumed()) {
      hold(pairing)
    }
    void show()
  })
}
