import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { disconnectedIds } from '../storage/stored.ts'
import { storedConnections } from '../storage/stored-connections.ts'
import { loadSession } from './load-session.ts'

/**
 * Silently resumes the connections that existed before the page was reloaded; the kit calls this
 * function at its first subscriber. The promise resolves when no connection is resuming any more.
 * It never rejects: a session that cannot be resumed is deleted without an error.
 */
export async function resume(kit: Kit): Promise<void> {
  if (kit.options.enableReconnect === false) return
  const endedIds = disconnectedIds(kit)
  const resumableEntries = storedConnections(kit)
    .filter(({ connector }) => !endedIds.includes(connector))
    .map((entry) => ({ ...entry, attempt: kit[inside].newAttempt() }))
  for (const entry of resumableEntries) {
    kit[inside].dispatch({ type: 'resume-started', ...entry })
  }
  if (!resumableEntries.length) return
  try {
    const { resumeSession } = await loadSession()
    await Promise.all(resumableEntries.map((entry) => resumeSession(kit, entry)))
  } catch {
    // The rest of the kit could not be loaded, so the page shows that nobody is connected, instead
    // of reconnecting for ever.
    for (const { connector, attempt } of resumableEntries) {
      kit[inside].dispatch({
        type: 'resume-failed',
        connector,
        attempt,
        error: { code: 'connector-gone' },
      })
    }
  }
}
