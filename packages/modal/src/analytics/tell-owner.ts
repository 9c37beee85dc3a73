import { type Kit, readOrigins } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'

/** Says in the console what the owner of a page that the gateway refuses can do about it; visitors read no console. */
export async function tellOwner(kit: Kit): Promise<void> {
  const { project } = kit.options.gateway ?? {}
  const allowed = await readOrigins(kit).then(
    (origins) =>
      origins.length > 0
        ? `It allows ${origins.join(', ')}.`
        : 'It names no origin, so that only pages on localhost may use it, or its list could not be read.',
    (error) => `What it allows could not be read: ${hasCode(error) ? error.code : 'unknown'}.`,
  )
  console.error(
    `Latchkey: the gateway lets no page of ${location.origin} use the project ${JSON.stringify(project)}. ${allowed} Its operator adds the origin under projects[].origins, or in the dashboard.`,
  )
}
