import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { LastSession, State } from '../machine/state.ts'

/**
 * The sessions of wallets that are locked now, by connector. They are shown as disconnected,
 * because a locked wallet cannot sign; they stay in storage, and resume silently once the wallet is
 * unlocked.
 */
export const lockedSessionsOf: (kit: Kit) => Map<string, LastSession> = perKit(() => new Map())

/**
 * Deletes the stored sessions of locked wallets that are connected again. Unless several wallets
 * may be connected, it also deletes those whose namespace another wallet now holds.
 */
export function forgetTakenSessions(kit: Kit, { connections, active, features }: State): void {
  const lockedSessions = lockedSessionsOf(kit)
  for (const [id, { sessions, hidden }] of lockedSessions) {
    const isTaken = sessions.some(({ namespace }) => {
      const holderId = hidden.includes(namespace) ? undefined : readOwnField(active, namespace)
      return !features.multiWallet && holderId !== undefined && holderId !== id
    })
    if (isTaken || readOwnField(connections, id)?.status === 'connected') lockedSessions.delete(id)
  }
}
