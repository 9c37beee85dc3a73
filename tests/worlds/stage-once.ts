import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStage } from './stage.ts'

/**
 * Before the browser tests: the host page, built once; `raise` serves it from there. What
 * `npm start` builds has a place, too.
 */
export default async function stageOnce(): Promise<() => Promise<void>> {
  // Each project of a run asks.
  if (process.env.LATCHKEY_STAGE) return async () => {}
  const folder = await buildStage()
  const apps = await mkdtemp(join(tmpdir(), 'latchkey-apps-'))
  process.env.LATCHKEY_STAGE = folder
  process.env.LATCHKEY_START_BUILT = apps
  return async () => {
    delete process.env.LATCHKEY_STAGE
    delete process.env.LATCHKEY_START_BUILT
    await Promise.all([folder, apps].map((one) => rm(one, { recursive: true, force: true })))
  }
}
