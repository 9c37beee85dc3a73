import type { LoginState } from '@latchkey/protocol/vault'
import type { vaultLogins } from '../../../data/login-schema.ts'

/** The database row of a sign-in. */
export type LoginRow = typeof vaultLogins.$inferSelect

/**
 * Milliseconds without a heartbeat after which a login window counts as closed, unless it has left
 * for the provider's page.
 */
export const closedAfterMs = 900

/** The state of a sign-in from its row; `over` means collected, expired or unknown. */
export type LoginStanding = LoginState['state'] | 'over'

/**
 * Whether the waiting frame may receive the proved identity. Login window and page must be
 * confirmed to belong to one visitor. If the identity is to be added to an existing account, the
 * visitor must also have agreed to that.
 */
function mayReleaseIdentity({ isConfirmed, isAgreed, accountId }: LoginRow): boolean {
  return isConfirmed && (isAgreed || accountId === null)
}

/** Returns the state of a sign-in at time `now`; a missing row is `over`. */
export function readLoginStanding(row: LoginRow | undefined, now: number): LoginStanding {
  if (!row || row.state === 'collected' || row.expiresAt <= now) return 'over'
  // No heartbeat is required while the visitor reads and decides in the window, because this may
  // take any time.
  if (row.state === 'proved' && !mayReleaseIdentity(row))
    return row.isAgreed || row.accountId === null ? 'number' : 'away'
  return row.state === 'open' && now - row.beatAt >= closedAfterMs ? 'closed' : row.state
}
