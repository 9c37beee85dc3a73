import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'

/** Milliseconds after a proof of identity during which irreversible actions are allowed. */
const freshMs = 600_000

/**
 * Seconds during which the last proof of identity still allows irreversible actions; 0 when it is
 * too old.
 */
export function freshSeconds({ provedAt }: Pick<Session, 'provedAt'>, now: number): number {
  return Math.max(0, Math.floor((provedAt + freshMs - now) / 1000))
}

/**
 * Requires a recent proof of identity.
 * @throws `proof-needed` (401) when the last proof is older than `freshMs`
 */
export function requireFreshProof({ provedAt }: Pick<Session, 'provedAt'>, now: number): void {
  if (now - provedAt > freshMs) throw refuseVault('proof-needed')
}
