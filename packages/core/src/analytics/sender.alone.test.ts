// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeGateway, fakeGateway } from '../../test/fake-gateway.ts'
import { createSender, type Sender } from './sender.ts'

const held: { gateway: FakeGateway; sender: Sender; refusals: number } = {
  gateway: undefined as never,
  sender: undefined as never,
  refusals: 0,
}
beforeEach(() => {
  vi.useFakeTimers()
  held.refusals = 0
  held.gateway = fakeGateway()
  held.sender = createSender({
    batchUrls: ['https://one.example/batch', 'https://two.example/other'],
    errorUrls: ['https://one.example/e', 'https://two.example/e'],
    onRefused: () => {
      held.refusals++
    },
  })
})
afterEach(() => {
  held.sender.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const how = () =>
  held.gateway.requests.map(
    ({ by, path, body }) => `${by} ${path} ${body.length > 40 ? body.length : body}`,
  )
const hide = (state: 'hidden' | 'visible'): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('createSender', () => {
  test('default', async () => {
    held.sender.queueEvent('1', false)
    await wait(999)
    expect(how()).toEqual([])
    await wait(1)
    expect(how()).toEqual(['fetch /batch [1]'])
    held.sender.queueEvent('2', false)
    held.sender.queueEvent('3', false)
    await wait(9_999)
    expect(how()).toHaveLength(1)
    await wait(1)
    expect(how()).toEqual(['fetch /batch [1]', 'beacon /batch [2,3]'])
    await wait(600_000)
    expect(how()).toHaveLength(2)
  })

  test('behavior: a full queue does not wait, and fits into a beacon', async () => {
    held.sender.queueEvent('0', false)
    await wait(1_000)
    for (let i = 0; i < 6; i++) {
      held.sender.queueEvent(`"${'x'.repeat(10_000)}"`, false)
    }
    expect(held.gateway.requests).toHaveLength(2)
    expect(held.gateway.requests[1]?.by).toBe('beacon')
    expect(held.gateway.requests[1]?.body.length).toBeLessThan(65_536)
    held.sender.queueEvent(`"${'x'.repeat(16_384)}"`, false)
    await wait(10_000)
    const all = held.gateway.requests.map(({ body }) => body).join('')
    expect(all.length).toBeLessThan(61_000)
  })

  test.each(['visibilitychange', 'freeze', 'pagehide'])(
    'behavior: %s sends what waits, as a beacon',
    (type) => {
      held.sender.queueEvent('1', false)
      if (type === 'visibilitychange') {
        hide('visible')
        expect(how()).toEqual([])
        hide('hidden')
        hide('visible')
      } else (type === 'freeze' ? document : window).dispatchEvent(new Event(type))
      expect(how()).toEqual(['beacon /batch [1]'])
      window.dispatchEvent(new Event('pagehide'))
      expect(how()).toHaveLength(1)
    },
  )

  test.each<[string, 'missing' | boolean]>([
    ['missing', 'missing'],
    ['refusing', false],
  ])('behavior: where beacons are %s, by fetch', async (_, beacon) => {
    held.gateway.beacon = beacon
    held.sender.queueEvent('1', false)
    window.dispatchEvent(new Event('pagehide'))
    expect(how()).toEqual(['fetch /batch [1]'])
  })

  test('behavior: 403 is said once, seen to its end, and said again after a success', async () => {
    held.gateway.status = 403
    held.sender.queueEvent('1', false)
    await wait(1_000)
    expect(held.refusals).toBe(1)
    // Not asked again for a minute, and still by a way that shows the answer.
    held.sender.queueEvent('2', false)
    await wait(59_000)
    expect(how()).toHaveLength(1)
    await wait(1_000)
    expect(how()).toEqual(['fetch /batch [1]', 'fetch /batch [2]'])
    expect(held.refusals).toBe(1)
    held.gateway.status = 204
    held.sender.queueEvent('3', false)
    await wait(60_000)
    held.sender.queueEvent('4', false)
    await wait(10_000)
    expect(how().slice(2)).toEqual(['fetch /batch [3]', 'beacon /batch [4]'])
    expect(held.refusals).toBe(1)
  })

  test('behavior: what nobody takes does not fill the page', async () => {
    held.gateway.status = 403
    held.sender.queueEvent('1', false)
    await wait(1_000)
    for (let i = 0; i < 500; i++) {
      held.sender.queueEvent(`"${'x'.repeat(10_000)}"`, false)
    }
    expect(how()).toHaveLength(1)
    window.dispatchEvent(new Event('pagehide'))
    expect(held.gateway.requests.at(-1)?.body.length).toBeLessThan(47_000)
  })

  test('behavior: a gateway that is down loses one batch; the next goes to the next', async () => {
    held.gateway.status = 0
    held.sender.queueEvent('1', false)
    await wait(1_000)
    held.sender.queueEvent('2', false)
    await wait(10_000)
    expect(how()).toEqual(['fetch /batch [1]', 'fetch /other [2]'])
  })

  test('parameters: hold, drop', async () => {
    held.sender.setOnHold(true)
    held.sender.queueEvent('1', false)
    held.sender.queueEvent('2', true)
    await wait(60_000)
    expect(how()).toEqual(['fetch /batch [2]'])
    held.sender.dropEvents()
    held.sender.queueEvent('3', false)
    held.sender.queueEvent('4', true)
    held.sender.dropEvents()
    held.sender.setOnHold(false)
    await wait(60_000)
    expect(how()).toEqual(['fetch /batch [2]', 'beacon /batch [4]'])
  })

  test('behavior: stopping sends what waits and leaves nothing behind', async () => {
    held.sender.queueEvent('1', false)
    held.sender.stop()
    expect(how()).toEqual(['beacon /batch [1]'])
    expect(vi.getTimerCount()).toBe(0)
    window.dispatchEvent(new Event('pagehide'))
    expect(how()).toHaveLength(1)
  })
})
