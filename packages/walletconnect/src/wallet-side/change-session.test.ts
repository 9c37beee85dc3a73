import { afterEach, describe, expect, test, vi } from 'vitest'
import { connected, granted, until } from './test/raw-page.ts'

afterEach(() => void vi.useRealTimers())

const less = { eip155: { ...granted.eip155, events: [] } }
const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'kept',
    (error: { code?: unknown }) => error.code,
  )

async function changing(change: 'update' | 'extend') {
  const all = await connected()
  const { wallet, topic, page } = all
  const seen = () => {
    const [session] = wallet.getSessions()
    return { events: session?.namespaces.eip155?.events, expiresAt: session?.expiresAt }
  }
  const before = seen()
  const method = change === 'update' ? 'wc_sessionUpdate' : 'wc_sessionExtend'
  const run = () =>
    outcomeOf(change === 'update' ? wallet.update(topic, less) : wallet.extend(topic))
  const news = () => until(() => page.heard.find((one) => one.method === method))
  return { ...all, before, seen, run, news }
}

describe.each(['update', 'extend'] as const)('a session that is changed: %s', (change) => {
  test('default: it counts here before the page has answered, and stays when it agrees', async () => {
    const { page, before, seen, run, news } = await changing(change)
    const outcome = run()
    const told = await news()
    const during = seen()
    expect(during).not.toEqual(before)
    await page.channel.answer({ ...told, relay: page.relay }, { result: true })
    expect(await outcome).toBe('kept')
    expect(seen()).toEqual(during)
  })

  test('behavior: a page that refuses has it taken back', async () => {
    const { page, before, seen, run, news } = await changing(change)
    const outcome = run()
    await page.channel.answer(
      { ...(await news()), relay: page.relay },
      { error: { code: 3004, message: 'no' } },
    )
    expect(await outcome).toBe('request-unauthorized')
    expect(seen()).toEqual(before)
  })

  test('behavior: a page that is away hears it later: it stays, and nobody waits longer than ten seconds', async () => {
    const { before, seen, run, news } = await changing(change)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const done = vi.fn()
    const outcome = run().then(done)
    await news()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
    expect(done).toHaveBeenCalledWith('kept')
    expect(seen()).not.toEqual(before)
  })

  test('behavior: where no relay takes the news it is taken back', async () => {
    const { mock, before, seen, run } = await changing(change)
    mock.faults.error = { code: -32000, message: 'full' }
    expect(await run()).not.toBe('kept')
    expect(seen()).toEqual(before)
  })
})
