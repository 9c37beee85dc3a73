import type { KitStorage } from '@latchkey/core'
import type { PairingRecord } from '../contract.ts'
import { waitingKey } from './kept-key.ts'

/** No pairing lives longer; anything later is foreign, or of a clock that was wrong. */
const longestMs = 86_400_000

/**
 * When the last pairing in flight ends, in milliseconds since the epoch; 0 when there is none.
 * Answers without opening the seal, so that a page knows in its first frame whether to wait for a
 * wallet.
 */
export function waitingUntil(
  storage: KitStorage | null,
  kit: string,
  now: number = Date.now(),
): number {
  try {
    const text = storage?.getItem(waitingKey(kit)) ?? ''
    const until = /^\d{13}$/.test(text) ? Number(text) : 0
    return until > now && until <= now + longestMs ? until : 0
  } catch {
    return 0
  }
}

/** Of those shown to a visitor. Throws what the storage throws. */
export function storeWaiting(
  storage: KitStorage,
  kit: string,
  pairings: readonly PairingRecord[],
): void {
  // What was only prepared has been seen by nobody: no wallet will answer it.
  const ends = pairings.flatMap(({ isShown, expiresAt }) => (isShown ? Math.floor(expiresAt) : []))
  if (ends.length === 0) storage.removeItem(waitingKey(kit))
  else storage.setItem(waitingKey(kit), String(Math.max(...ends)))
}
