import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'

/** How old a proof of identity may be for what cannot be undone. */
const freshMs = 600_000

/** For how many seconds more the last proof is fresh enough; 0 where it is too old. */
export function freshSeconds({ provedAt }: Pick<Session, 'provedAt'>, now: number): number {
  return Math.max(0, Math.floor((provedAt + freshMs - now) / 1000))
}

/** @throws `proof-needed` (401) where the last proof of who asks is older than that */
export function requireFresh({ provedAt }: Pick<Session, 'provedAt'>, now: number): void {
  if (now - provedAt > freshMs) throw refuseVault('proof-needed')
}
