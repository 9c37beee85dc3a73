import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askOpenerForSite } from './vouch.ts'

const origins = ['https://shop.example']
const login = 'l'.repeat(43)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function stage() {
  const opener = { postMessage: vi.fn() }
  const heard = new Set<(event: unknown) => void>()
  const self = {
    opener,
    addEventListener: (_: string, listener: (event: unknown) => void) => heard.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => heard.delete(listener),
  }
  const vouched = askOpenerForSite({ login, origins, self: self as never })
  const { nonce } = opener.postMessage.mock.calls[0]?.[0] ?? {}
  const say = (
    more: object = {},
    origin = 'https://shop.example',
    source: object = opener,
  ): void => {
    for (const listener of heard) {
      listener({ origin, source, data: { type: 'latchkey-login-vouched', login, nonce, ...more } })
    }
  }
  return { vouched, say, opener, heard }
}

describe('askVouch', () => {
  test('default: the page that opened the window, of an origin of the project', async () => {
    const { vouched, say, heard } = stage()
    say()
    expect(await vouched).toBe('https://shop.example')
    expect(heard.size).toBe(0)
  })

  test.each([
    ['another origin', {}, 'https://evil.example', undefined],
    ['another port', {}, 'https://shop.example:444', undefined],
    ['another window', {}, undefined, {}],
    ['another sign-in', { login: 'x' }, undefined, undefined],
    ['another nonce', { nonce: 'x' }, undefined, undefined],
    ['another message', { type: 'latchkey-login-vouch' }, undefined, undefined],
  ])('behavior: %s vouches for nothing', async (_, more, origin, source) => {
    const { vouched, say, heard } = stage()
    say(more, origin, source)
    vi.advanceTimersByTime(3_000)
    expect(await vouched).toBeNull()
    expect(heard.size).toBe(0)
  })

  test('behavior: asks again until the page, which may still be loading, answers; then no more', async () => {
    const { vouched, say, opener } = stage()
    vi.advanceTimersByTime(450)
    expect(opener.postMessage).toHaveBeenCalledTimes(4)
    expect(
      new Set(opener.postMessage.mock.calls.map(([asked]) => JSON.stringify(asked))).size,
    ).toBe(1)
    say()
    expect(await vouched).toBe('https://shop.example')
    vi.advanceTimersByTime(3_000)
    expect(opener.postMessage).toHaveBeenCalledTimes(4)
  })

  test('behavior: without an opener nobody vouches', async () => {
    expect(await askOpenerForSite({ login, origins, self: { opener: null } as never })).toBeNull()
  })
})
