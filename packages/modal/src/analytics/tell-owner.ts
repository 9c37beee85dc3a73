import { type Kit, readOrigins } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'

const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/

/**
 * Says in the console what the owner of a page that the gateway refuses can do about it; visitors
 * read no console. Nothing where a page on this machine is refused by a gateway that names no
 * origin: without a list such pages are let in, so the reason is another.
 */
export async function tellOwner(kit: Kit): Promise<void> {
  const { project } = kit.options.gateway ?? {}
  const { hostname, origin } = location
  const allowed = await readOrigins(kit).then(
    (origins) => {
      if (origins.length > 0) return `It allows ${origins.join(', ')}.`
      if (thisMachine.test(hostname)) return undefined
      return 'Its list of origins is empty, or could not be read; without one only pages on localhost are let in.'
    },
    (error) => `What it allows could not be read: ${hasCode(error) ? error.code : 'unknown'}.`,
  )
  if (allowed === undefined) return
  console.warn(
    `Latchkey: the gateway lets no page of ${origin} use the project ${JSON.stringify(project)}. ${allowed} Its operator adds the origin under projects[].origins, or in the dashboard.`,
  )
}
