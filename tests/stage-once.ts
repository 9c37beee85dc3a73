import { rm } from 'node:fs/promises'
import { buildStage } from './stage.ts'

/** Before the browser tests: the host page, built once; `raise` serves it from there. */
export default async function stageOnce(): Promise<() => Promise<void>> {
  const folder = await buildStage()
  process.env.LATCHKEY_STAGE = folder
  return async () => {
    delete process.env.LATCHKEY_STAGE
    await rm(folder, { recursive: true, force: true })
  }
}
