import { isSession } from '../machine/check-grant.ts'
import type { Kit } from '../machine/kit.ts'
import type { LastSession } from '../machine/state.ts'
import { readStored } from './stored.ts'

/** Returns the stored connections that are to be resumed; invalid ones are left out. */
export function storedConnections(
  kit: Kit,
): readonly { readonly connector: string; readonly last: LastSession }[] {
  const entries = readStored(kit, 'connections')
  if (!Array.isArray(entries)) return []
  return entries.slice(0, 100).flatMap((entry) => {
    const { connector, sessions, hidden } = (entry ?? {}) as Record<string, unknown>
    return typeof connector === 'string' &&
      connector.length <= 200 &&
      Array.isArray(sessions) &&
      sessions.every((session) => isSession(kit, session))
      ? [
          {
            connector,
            last: {
              sessions,
              hidden: Array.isArray(hidden) ? hidden.filter((n) => typeof n === 'string') : [],
            },
          },
        ]
      : []
  })
}
