import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'

/** How old a proof of identity may be for what cannot be undone. */
export const freshMs = 600_000

/** @throws `proof-needed` (401) where the last proof of who asks is older than that */
export function requireFresh({ provedAt }: Pick<Session, 'provedAt'>, now: number): void {
  if (now - provedAt > freshMs) throw refuseVault('proof-needed')
}
