import { type Kit, readOrigins } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'

const localHostPattern = /^(?:localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)$/

/**
 * Explains to the owner, in the console, how to make the gateway accept this page; visitors do not
 * read the console. Prints nothing when the page is on this machine and the gateway has no list of
 * origins: such a gateway accepts local pages, so it refused this one for another reason.
 */
export async function warnOwner(kit: Kit): Promise<void> {
  const { project } = kit.options.gateway ?? {}
  const { hostname, origin } = location
  const allowedText = await readOrigins(kit).then(
    (origins) => {
      if (origins.length > 0) return `It allows ${origins.join(', ')}.`
      if (localHostPattern.test(hostname)) return undefined
      return 'Its list of origins is empty, or could not be read; without one only pages on localhost are let in.'
    },
    (error) => `What it allows could not be read: ${hasCode(error) ? error.code : 'unknown'}.`,
  )
  if (allowedText === undefined) return
  console.warn(
    `Latchkey: the gateway lets no page of ${origin} use the project ${JSON.stringify(project)}. ${allowedText} Its operator adds the origin under projects[].origins, or in the dashboard.`,
  )
}
