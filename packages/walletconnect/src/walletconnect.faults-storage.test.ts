import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pass, pump, pumpUntil, startClock, stopClock } from '../test/faults/pump.ts'
import { endOf, join, scene } from '../test/faults/scene.ts'
import { goodStorage, moments, runStorage, wrongs } from '../test/faults/storage-cells.ts'

const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)
const cells = (['page', 'wallet'] as const).flatMap((whose) =>
  wrongs.flatMap((wrong) => moments.map((moment) => ({ whose, wrong, moment }))),
)

beforeAll(() => void process.on('unhandledRejection', noteLoose))
afterAll(() => {
  process.off('unhandledRejection', noteLoose)
  console.info(`faults: ${cells.length} of storage, 4 of two tabs`)
})
beforeEach(startClock)
afterEach(() => {
  stopClock()
  expect(loose.splice(0)).toEqual([])
})

describe('walletconnect: storage', () => {
  test.for(cells)(
    'behavior: $whose, $wrong, $moment',
    { timeout: 30_000 },
    async ({ whose, wrong, moment }) => {
      expect(await runStorage(whose, wrong, moment)).toEqual(goodStorage)
    },
  )
})

describe('walletconnect: two tabs of one site', () => {
  async function twoTabs() {
    const world = scene()
    const one = world.load()
    expect(await join(world, one)).toBe('done')
    await pass(1000)
    const two = world.load()
    await pumpUntil(() => two.status() === 'connected')
    return { world, one, two }
  }

  test('behavior: both restore one session, both ask at once, each has its own answer', async () => {
    const { world, one, two } = await twoTabs()
    const three = world.load()
    await pumpUntil(() => three.status() === 'connected')
    // Ids of tabs that ask in one millisecond meet once in a thousand (`newRequestId`): not here.
    let drawn = 0
    const draw = crypto.getRandomValues.bind(crypto)
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) =>
      array instanceof Uint32Array && array.length === 1 ? array.fill(10 * drawn++) : draw(array),
    )
    const asked = [one, two, three, one, two, three].map((tab, i) => tab.sign(`${i}`))
    expect(await pump(Promise.all(asked))).toEqual(asked.map((_, i) => `signed ${i}`))
    expect(new Set(world.phone.requests).size).toBe(6)
    expect(world.phone.requests).toHaveLength(6)
    world.close()
  })

  test('behavior: one ends it, the other knows, nothing is left', async () => {
    const { world, one, two } = await twoTabs()
    await pump(one.disconnect())
    await pumpUntil(() => two.status() === 'idle', 30_000)
    await pumpUntil(() => world.phone.ended.length === 1, 30_000)
    expect(await pump(world.kept())).toMatchObject({ pairings: [], sessions: [] })
    await pumpUntil(() => world.relay.countSockets() === 0, 30_000)
    expect(await join(world, two)).toBe('done')
    world.close()
  })

  test('behavior: asked in one while the other ends it: a code, no wait', async () => {
    const { world, one, two } = await twoTabs()
    world.phone.isAway = true
    const asking = endOf(two.sign('late'))
    await pumpUntil(() => world.phone.requests.length === 1)
    await pump(one.disconnect())
    expect(await pump(asking, 30_000)).toMatch(/^(session-ended|wallet-disconnected)$/)
    world.close()
  })

  test('behavior: both connect at the same time, each with its own link', async () => {
    const world = scene()
    const tabs = [world.load(), world.load()]
    const ends = tabs.map((tab) => endOf(tab.connect()))
    for (const tab of tabs) {
      void world.phone.follow(await pumpUntil(() => tab.uri()))
    }
    expect(await pump(Promise.all(ends))).toEqual(['done', 'done'])
    await pass(1000)
    expect((await pump(world.kept())).sessions).toHaveLength(2)
    expect(world.phone.proposals).toHaveLength(2)
    for (const tab of tabs) {
      await pump(tab.disconnect())
    }
    await pumpUntil(() => world.phone.ended.length === 2, 30_000)
    expect(await pump(world.kept())).toMatchObject({ pairings: [], sessions: [] })
    world.close()
  })
})
