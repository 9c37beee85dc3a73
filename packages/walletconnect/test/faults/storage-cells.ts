import { memoryStorage } from '../memory-storage.ts'
import { pass, pump, pumpUntil } from './pump.ts'
import { endOf, scene } from './scene.ts'

export const wrongs = ['full', 'closed', 'wiped', 'foreign'] as const
export const moments = [
  'before',
  'link shown',
  'approved',
  'connected',
  'asked',
  'answered',
] as const
export type Wrong = (typeof wrongs)[number]
export type Moment = (typeof moments)[number]

/** A storage that goes wrong on command. */
function fragile() {
  const storage = memoryStorage()
  const state: { isFull: boolean; isClosed: boolean } = { isFull: false, isClosed: false }
  return {
    ...storage,
    getItem(key: string) {
      if (state.isClosed) throw new DOMException('closed', 'SecurityError')
      return storage.getItem(key)
    },
    setItem(key: string, value: string) {
      if (state.isClosed) throw new DOMException('closed', 'SecurityError')
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, value)
    },
    removeItem(key: string) {
      if (state.isClosed) throw new DOMException('closed', 'SecurityError')
      storage.removeItem(key)
    },
    go(wrong: Wrong) {
      if (wrong === 'full') state.isFull = true
      if (wrong === 'closed') state.isClosed = true
      if (wrong === 'wiped') storage.entries.clear()
      if (wrong === 'foreign')
        for (const key of storage.entries.keys()) {
          storage.entries.set(key, '{"version":1')
        }
    },
  }
}

/**
 * Connects, asks twice and ends, while a storage goes wrong at one moment; the page it belongs to
 * stays as it is.
 */
export async function runStorage(whose: 'page' | 'wallet', wrong: Wrong, moment: Moment) {
  const storage = fragile()
  const world = scene(whose === 'wallet' ? { phoneStorage: storage } : {})
  const at = (now: Moment): void => {
    if (now === moment) storage.go(wrong)
  }
  try {
    at('before')
    const tab = world.load(whose === 'page' ? storage : world.storage)
    world.phone.isAway = true
    const connecting = endOf(tab.connect())
    const link = await pumpUntil(() => tab.uri())
    at('link shown')
    await pump(world.phone.follow(link))
    await pumpUntil(() => world.phone.proposals.length > 0)
    at('approved')
    world.phone.comeBack()
    const ends = [await pump(connecting)]
    await pass(1000)
    at('connected')
    world.phone.isAway = true
    const asking = endOf(tab.sign('one'))
    await pumpUntil(() => world.phone.requests.length > 0)
    at('asked')
    world.phone.comeBack()
    ends.push(await pump(asking))
    await pass(1000)
    at('answered')
    ends.push(await pump(endOf(tab.sign('two'))), await pump(endOf(tab.disconnect())))
    await pumpUntil(() => world.phone.ended.length > 0, 30_000).catch(() => undefined)
    await pumpUntil(() => world.relay.countSockets() === 0, 30_000).catch(() => undefined)
    const { proposals, requests, ended, failures } = world.phone
    return {
      ends,
      prompts: [proposals.length, requests.length],
      ended: [...ended],
      failures: [...failures],
      left: [world.phone.wallet.getSessions().length, world.relay.countSockets(), tab.status()],
    }
  } finally {
    world.close()
  }
}

export const goodStorage: Awaited<ReturnType<typeof runStorage>> = {
  ends: ['done', 'done', 'done', 'done'],
  prompts: [1, 2],
  ended: ['peer'],
  failures: [],
  left: [0, 0, 'idle'],
}
