import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeProjectShares } from '../../../test/project-shares.ts'
import { diskStore } from './disk-store.ts'
import { memoryStore } from './memory-store.ts'

const listener = { onAppended() {}, onGap() {} }
const silent = { info() {}, error() {} }

describeProjectShares(
  'memoryStore: shares of projects',
  async (limits, now) => {
    const store = memoryStore(limits, listener, now)
    return { store, again: () => Promise.reject(new Error('it is gone')), end: store.close }
  },
  false,
)

describeProjectShares(
  'diskStore: shares of projects',
  async (limits, now) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-projects-'))
    const open = () => diskStore(folder, limits, listener, silent, { now })
    const opened = { store: await open() }
    return {
      store: opened.store,
      async again() {
        await opened.store.close()
        opened.store = await open()
        return opened.store
      },
      async end() {
        await opened.store.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  },
  true,
)
