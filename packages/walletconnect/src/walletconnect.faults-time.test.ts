import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pass, pump, pumpUntil, startClock, stopClock } from '../test/faults/pump.ts'
import { endOf, join, scene } from '../test/faults/scene.ts'
import { asleep, stubDocument } from '../test/faults/sleep.ts'
import { endedMeanwhile, settledByClock, shownFor } from '../test/faults/time-cells.ts'

const hour = 3_600_000
const day = 24 * hour
const loose: unknown[] = []
const noteLoose = (error: unknown): void => void loose.push(error)

beforeAll(() => void process.on('unhandledRejection', noteLoose))
afterAll(() => void process.off('unhandledRejection', noteLoose))
beforeEach(startClock)
afterEach(() => {
  stopClock()
  expect(loose.splice(0)).toEqual([])
})

describe('walletconnect: a page frozen', () => {
  test.for([
    ['visibilitychange', 4],
    ['pageshow', 4],
    ['resume', 4],
    ['visibilitychange', 60],
    ['pageshow', 60],
    ['resume', 60],
  ] as const)('parameters: in a session, woken by %s after %i minutes', async ([type, minutes]) => {
    const sheet = stubDocument()
    const world = scene()
    const tab = world.load()
    expect(await join(world, tab)).toBe('done')
    await pass(1000)
    world.phone.isAway = true
    const asking = endOf(tab.sign('one'))
    await pumpUntil(() => world.phone.requests.length > 0)
    const wake = asleep(world, sheet)
    world.phone.comeBack()
    await pass(1000)
    // News that is kept for a day.
    const [session] = world.phone.wallet.getSessions()
    const updating = world.phone.wallet.extend(session?.topic ?? '')
    updating.catch(() => undefined)
    await pass(1000)
    wake(minutes * 60_000, type)
    // An answer is kept for five minutes, by the protocol: whoever sleeps longer asks again.
    expect(await pump(asking, 30_000)).toBe(minutes < 5 ? 'done' : 'request-expired')
    expect(await pump(tab.sign('two'), 30_000)).toBe('signed two')
    expect(world.phone.requests).toHaveLength(2)
    expect(tab.status()).toBe('connected')
    world.close()
  })

  test.for(['visibilitychange', 'pageshow', 'resume'] as const)(
    'behavior: ended by the wallet meanwhile, known an hour later at %s',
    async (type) => {
      expect(await endedMeanwhile(type)).toBe('idle')
    },
  )

  test('behavior: approved meanwhile, with the link four minutes old', async () => {
    const sheet = stubDocument()
    const world = scene()
    const tab = world.load()
    const connecting = endOf(tab.connect())
    const link = await pumpUntil(() => tab.uri())
    const wake = asleep(world, sheet)
    await pump(world.phone.follow(link))
    await pumpUntil(() => world.phone.proposals.length > 0)
    await pass(1000)
    wake(4 * 60_000, 'visibilitychange')
    expect(await pump(connecting, 30_000)).toBe('done')
    expect(await pump(tab.sign('one'))).toBe('signed one')
    expect(world.phone.proposals).toHaveLength(1)
    world.close()
  })

  test('behavior: an hour with the link shown, then a living one', async () => {
    const sheet = stubDocument()
    const world = scene()
    const tab = world.load()
    const connecting = endOf(tab.connect())
    const first = await pumpUntil(() => tab.uri())
    asleep(world, sheet)(hour, 'visibilitychange')
    const next = await pumpUntil(() => tab.uri() !== first && tab.uri(), 30_000)
    await pump(world.phone.follow(next))
    expect(await pump(connecting, 30_000)).toBe('done')
    world.close()
  })
})

describe('walletconnect: a code on the screen for an hour', () => {
  test('behavior: every minute it can be scanned, and the last one is', {
    timeout: 60_000,
  }, async () => {
    const { living, links, end, topics } = await shownFor(60)
    expect(living).toBe(60)
    expect(links).toBeGreaterThan(12)
    expect(topics).toBeLessThanOrEqual(3)
    expect(end).toBe('done')
  })
})

describe('walletconnect: clocks', () => {
  /** The wallet's clock, for as long as it acts. */
  async function withClock<T>(offset: number, act: () => Promise<T>): Promise<T> {
    const now = Date.now()
    vi.setSystemTime(now + offset)
    try {
      return await act()
    } finally {
      vi.setSystemTime(now)
    }
  }

  test.for([
    ['a day behind', -day],
    ['an hour ahead', hour],
    ['a day ahead', day],
  ] as const)('parameters: the wallet %s', async ([, offset]) => {
    const world = scene()
    const tab = world.load()
    world.phone.isAway = true
    const connecting = endOf(tab.connect())
    const link = await pumpUntil(() => tab.uri())
    const following = await withClock(offset, () =>
      pump(endOf(world.phone.wallet.pair(link)), 5000),
    )
    // A link has five minutes: to a clock ahead it has ended, and the wallet says so.
    if (offset > 0) {
      expect(following).toBe('pairing-expired')
      world.close()
      return
    }
    await pumpUntil(() => world.phone.proposals.length > 0)
    const now = Date.now()
    vi.setSystemTime(now + offset)
    world.relay.onFrame((_, { json }) => {
      if ((json as { method?: unknown }).method === 'wc_approveSession') vi.setSystemTime(now)
    })
    world.phone.comeBack()
    expect(await pump(connecting, 30_000)).toBe('done')
    expect(await pump(tab.sign('one'))).toBe('signed one')
    world.close()
  })

  test('behavior: settled by a clock so far behind that the session has ended: the code of it', async () => {
    expect(await settledByClock(-8 * day)).toBe('session-expired')
    expect(await settledByClock(-6 * day)).toBe('done')
  })

  test.for([
    ['a day ahead', day, 'connected', 'done'],
    ['a day behind', -day, 'connected', 'done'],
    ['eight days ahead', 8 * day, 'idle', 'not-connected'],
  ] as const)('parameters: the page loaded again %s', async ([, offset, status, end]) => {
    const world = scene()
    const tab = world.load()
    expect(await join(world, tab)).toBe('done')
    await pass(1000)
    tab.stop()
    vi.setSystemTime(Date.now() + offset)
    const again = world.load()
    await vi.dynamicImportSettled()
    await pumpUntil(() => again.kit.getState().connectors.walletConnect)
    await pumpUntil(() => again.status() !== 'resuming', 30_000)
    expect(again.status()).toBe(status)
    expect(await pump(endOf(again.sign('one')))).toBe(end)
    world.close()
  })

  test('behavior: the session ends under an open page: the code of it, then a new one', async () => {
    const world = scene()
    const tab = world.load()
    expect(await join(world, tab)).toBe('done')
    vi.setSystemTime(Date.now() + 8 * day)
    expect(await pump(endOf(tab.sign('one')))).toMatch(/^(session-expired|wallet-disconnected)$/)
    await pumpUntil(() => tab.status() === 'idle', 30_000)
    expect((await pump(world.kept())).sessions).toEqual([])
    expect(await join(world, tab)).toBe('done')
    world.close()
  })
})
