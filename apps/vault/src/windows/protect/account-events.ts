import type { AccountNote } from '@latchkey/protocol/vault'
import { words } from '../words.ts'

/** Milliseconds for which the links in notice mails are valid. */
const stoppableMs = 30 * 86_400_000
/** Actions on an account about which a notice is mailed to its address, if it has one. */
const announcedKinds = [
  'share-released export',
  'recovery-added',
  'recovery-removed',
  'identity-added',
  'identity-removed',
  'email-changed',
  'split-recovered',
  'way-out-asked',
  'account-unfrozen',
]

/**
 * Whether the visitor can report a history entry as somebody else's doing: only actions of the last
 * thirty days that a thief might take.
 */
export function isStoppable({ at: seenAt, what }: AccountNote, now: number): boolean {
  return now - seenAt < stoppableMs && announcedKinds.some((prefix) => what.startsWith(prefix))
}

export function describeEvent({ what }: Pick<AccountNote, 'what'>): string {
  return words.history.lines.find(([prefix]) => what.startsWith(prefix))?.[1] ?? what
}

type SeenStorage = Pick<Storage, 'getItem' | 'setItem'>
const storageKeyOf = (account: string): string => `latchkey-vault-seen ${account}`

/**
 * Time up to which a visitor of this browser has confirmed that the account's history is their own
 * doing, in milliseconds since the epoch.
 */
export function readSeenTime(storage: SeenStorage, account: string): number {
  try {
    const seenAt = Number(storage.getItem(storageKeyOf(account)))
    return Number.isSafeInteger(seenAt) ? seenAt : 0
  } catch {
    return 0
  }
}

export function rememberSeen(storage: SeenStorage, account: string, seenAt: number): void {
  try {
    storage.setItem(storageKeyOf(account), String(seenAt))
  } catch {
    // When the browser blocks storage, the same history is shown again next time.
  }
}
