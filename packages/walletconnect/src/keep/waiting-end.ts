import type { KitStorage } from '@latchkey/core'
import type { PairingRecord } from '../contract.ts'
import { waitingKeyOfKit } from './storage-keys.ts'

/**
 * Maximum lifetime of a pairing, in milliseconds. A later expiry was not written by this module, or
 * the clock was wrong.
 */
const maxWaitMs = 86_400_000

/**
 * Expiry of the last pending pairing in milliseconds since the epoch; 0 when there is none. It
 * needs no decryption, so a page knows in its first frame whether to wait for a wallet.
 */
export function readWaitingEnd(
  storage: KitStorage | null,
  kit: string,
  now: number = Date.now(),
): number {
  try {
    const text = storage?.getItem(waitingKeyOfKit(kit)) ?? ''
    const waitEnd = /^\d{13}$/.test(text) ? Number(text) : 0
    return waitEnd > now && waitEnd <= now + maxWaitMs ? waitEnd : 0
  } catch {
    return 0
  }
}

/** Stores the expiry of the pairings shown to a visitor. Throws the storage's errors. */
export function storeWaitingEnd(
  storage: KitStorage,
  kit: string,
  pairings: readonly PairingRecord[],
): void {
  // A pairing that was only prepared has no viewer, so no wallet will answer it.
  const expiryTimes = pairings.flatMap(({ isShown, expiresAt }) =>
    isShown ? Math.floor(expiresAt) : [],
  )
  if (expiryTimes.length === 0) storage.removeItem(waitingKeyOfKit(kit))
  else storage.setItem(waitingKeyOfKit(kit), String(Math.max(...expiryTimes)))
}
