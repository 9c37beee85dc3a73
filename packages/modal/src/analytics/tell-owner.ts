import { type Kit, readOrigins } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'

/** Says in the console what the owner of a page that the gateway refuses can do about it; visitors read no console. */
export async function tellOwner(kit: Kit): Promise<void> {
  const { project } = kit.options.gateway ?? {}
  const allowed = await readOrigins(kit).then(
    (origins) =>
      origins.length > 0
        ? `It allows ${origins.join(', ')}.`
        : 'Its list of origins is empty, or could not be read; without one only pages on localhost are let in.',
    (error) => `What it allows could not be read: ${hasCode(error) ? error.code : 'unknown'}.`,
  )
  console.warn(
    `Latchkey: the gateway lets no page of ${location.origin} use the project ${JSON.stringify(project)}. ${allowed} Its operator adds the origin under projects[].origins, or in the dashboard.`,
  )
}
