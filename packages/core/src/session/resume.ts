import type { Kit } from '../machine/kit.ts'
import { disconnectedIds } from '../storage/stored.ts'
import { storedConnections } from '../storage/stored-connections.ts'
import { loadSession } from './load-session.ts'

/**
 * Finds again, silently, what was connected before the reload; run by the kit at its first
 * subscriber. Resolves when nothing is resuming any more; never throws: a dead session is forgotten
 * quietly.
 */
export async function resume(kit: Kit): Promise<void> {
  if (kit.options.enableReconnect === false) return
  const ended = disconnectedIds(kit)
  const begun = storedConnections(kit)
    .filter(({ connector }) => !ended.includes(connector))
    .map((entry) => ({ ...entry, attempt: kit.newAttempt() }))
  for (const entry of begun) {
    kit.dispatch({ type: 'resume-started', ...entry })
  }
  if (!begun.length) return
  try {
    const { resumeSession } = await loadSession()
    await Promise.all(begun.map((entry) => resumeSession(kit, entry)))
  } catch {
    // The rest of the kit could not be loaded: better disconnected than for ever reconnecting.
    for (const { connector, attempt } of begun) {
      kit.dispatch({ type: 'resume-failed', connector, attempt, error: { code: 'connector-gone' } })
    }
  }
}
