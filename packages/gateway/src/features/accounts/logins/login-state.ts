import type { LoginState } from '@latchkey/protocol/vault'
import type { vaultLogins } from '../../../data/login-schema.ts'

/** One sign-in as the database has it. */
export type LoginRow = typeof vaultLogins.$inferSelect

/** A window that beat and neither left nor beat for so long is closed (ms). */
export const closedAfter = 900

/** What a sign-in stands at, by its row; `over` is collected, expired or never was. */
export type Standing = LoginState['state'] | 'over'

/**
 * Whether the one who waits may have what was proved: the window's visitor is the page's, and wants
 * it.
 */
function isGiven({ isConfirmed, isAgreed, accountId }: LoginRow): boolean {
  return isConfirmed && (isAgreed || accountId === null)
}

/** Where a sign-in stands at `now`; a row that is missing is over. */
export function standingOf(row: LoginRow | undefined, now: number): Standing {
  if (!row || row.state === 'collected' || row.expiresAt <= now) return 'over'
  // Nothing can be concluded of a window in which somebody reads and decides.
  if (row.state === 'proved' && !isGiven(row))
    return row.isAgreed || row.accountId === null ? 'number' : 'away'
  return row.state === 'open' && now - row.beatAt >= closedAfter ? 'closed' : row.state
}
