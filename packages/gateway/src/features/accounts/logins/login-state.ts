import type { LoginState } from '@latchkey/protocol/vault'
import type { vaultLogins } from '../../../data/login-schema.ts'

/** The database row of a sign-in. */
export type LoginRow = typeof vaultLogins.$inferSelect

/**
 * A window without a heartbeat for this many milliseconds counts as closed, unless it left for the
 * provider.
 */
export const closedAfterMs = 900

/** The state of a sign-in from its row; `over` means collected, expired or unknown. */
export type LoginStanding = LoginState['state'] | 'over'

/**
 * Whether the waiting frame may receive the proved identity. Window and page must be confirmed to
 * belong to one visitor; if the identity is added to an existing account, the visitor must also
 * have agreed to that.
 */
function mayReleaseIdentity({ isConfirmed, isAgreed, accountId }: LoginRow): boolean {
  return isConfirmed && (isAgreed || accountId === null)
}

/** Returns the state of a sign-in at time `now`; a missing row is `over`. */
export function readLoginStanding(row: LoginRow | undefined, now: number): LoginStanding {
  if (!row || row.state === 'collected' || row.expiresAt <= now) return 'over'
  // A visitor who is reading and deciding in the window may take any time, so no heartbeat is
  // required.
  if (row.state === 'proved' && !mayReleaseIdentity(row))
    return row.isAgreed || row.accountId === null ? 'number' : 'away'
  return row.state === 'open' && now - row.beatAt >= closedAfterMs ? 'closed' : row.state
}
