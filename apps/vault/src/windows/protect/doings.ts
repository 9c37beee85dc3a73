import type { AccountNote } from '@latchkey/protocol/vault'
import { words } from '../words.ts'

/** How long the links in notice mails are valid. */
const stoppableMs = 30 * 86_400_000
/** Actions that are mailed to the account's address, if it has one. */
const told = [
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
 * Whether the visitor can report the entry as not their own doing: something that a thief would do,
 * of the last thirty days.
 */
export function isStoppable({ at, what }: AccountNote, now: number): boolean {
  return now - at < stoppableMs && told.some((begin) => what.startsWith(begin))
}

export function doingName({ what }: Pick<AccountNote, 'what'>): string {
  return words.history.lines.find(([begin]) => what.startsWith(begin))?.[1] ?? what
}

type Keep = Pick<Storage, 'getItem' | 'setItem'>
const keyOf = (account: string): string => `latchkey-vault-seen ${account}`

/**
 * Until when a visitor of this browser has confirmed the account's history as their own doing;
 * milliseconds since the epoch.
 */
export function seenUntil(keep: Keep, account: string): number {
  try {
    const at = Number(keep.getItem(keyOf(account)))
    return Number.isSafeInteger(at) ? at : 0
  } catch {
    return 0
  }
}

export function rememberSeen(keep: Keep, account: string, at: number): void {
  try {
    keep.setItem(keyOf(account), String(at))
  } catch {
    // Storage is blocked: the history is shown again.
  }
}
