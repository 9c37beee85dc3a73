import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offerSharedStart } from './shared-start.ts'
import { buildStage } from './stage.ts'

/**
 * Runs before the browser tests. It builds the host page once, which `raise` serves from then on.
 * It also makes a folder for the builds of `npm start`, and offers one `npm start` to the test
 * files that can share it.
 */
export default async function stageOnce(): Promise<() => Promise<void>> {
  // Called by each project of a run.
  if (process.env.LATCHKEY_STAGE) return async () => {}
  const folder = await buildStage()
  const apps = await mkdtemp(join(tmpdir(), 'latchkey-apps-'))
  process.env.LATCHKEY_STAGE = folder
  process.env.LATCHKEY_START_BUILT = apps
  const stopSharedStart = await offerSharedStart()
  return async () => {
    await stopSharedStart()
    delete process.env.LATCHKEY_STAGE
    delete process.env.LATCHKEY_START_BUILT
    await Promise.all([folder, apps].map((one) => rm(one, { recursive: true, force: true })))
  }
}
