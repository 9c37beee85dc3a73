import type { FrameToWindow } from '@latchkey/protocol/vault'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChannelState, openChannel } from './channel.ts'

const origin = 'https://vault.example'
const id = 'i'.repeat(43)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A window with an opener that has two frames: of somebody else, and of the vault. */
function stage(options: { readonly opener?: null; readonly origin?: string } = {}) {
  const frames = [0, 1].map(() => ({ closed: false, postMessage: vi.fn() }))
  const [other, vault] = frames as [(typeof frames)[0], (typeof frames)[0]]
  const page = { length: 2, closed: false, 0: other, 1: vault }
  const heard: ((event: unknown) => void)[] = []
  const states: ChannelState[] = []
  const messages: FrameToWindow[] = []
  const self = {
    opener: options.opener === null ? null : page,
    origin: options.origin ?? origin,
    addEventListener: (_: string, listener: (event: unknown) => void) => heard.push(listener),
    removeEventListener: (kind: string, listener: (event: unknown) => void) => {
      if (kind === 'message') heard.splice(heard.indexOf(listener), 1)
    },
  }
  const channel = openChannel({
    id,
    onState: (state) => states.push(state),
    onMessage: (message) => messages.push(message),
    self: self as never,
    now: () => Date.now(),
  })
  const nonce = (): string => vault.postMessage.mock.calls[0]?.[0].nonce
  const say = (data: object, from: object = vault, at: string = origin): void => {
    for (const listener of heard) {
      listener({ data, source: from, origin: at })
    }
  }
  const done = (more: object = {}) => ({ type: 'latchkey-frame-done', id, nonce: nonce(), ...more })
  return { page, other, vault, states, messages, channel, nonce, say, done }
}

describe('openChannel', () => {
  test('default: every frame of the page is greeted, for this origin alone; the one that answers is kept to', () => {
    const { vault, other, states, messages, say, done, channel, nonce } = stage()
    expect(vault.postMessage).toHaveBeenCalledWith(
      { type: 'latchkey-window-hello', id, nonce: nonce() },
      origin,
    )
    expect(other.postMessage.mock.calls.every(([, to]) => to === origin)).toBe(true)
    say(done())
    expect(states.at(-1)).toBe('open')
    expect(messages).toHaveLength(1)
    const before = other.postMessage.mock.calls.length
    vi.advanceTimersByTime(5_000)
    channel.tell({ type: 'latchkey-window-decided', approved: true, payload: 'aa' })
    expect(other.postMessage.mock.calls).toHaveLength(before)
    expect(vault.postMessage).toHaveBeenLastCalledWith(
      { type: 'latchkey-window-decided', id, approved: true, payload: 'aa' },
      origin,
    )
    const beats = vault.postMessage.mock.calls.filter(
      ([message]) => message.type === 'latchkey-window-alive',
    )
    expect(beats).toHaveLength(5)
  })

  test('behavior: another origin, another window, another nonce, another id and other shapes are not heard', () => {
    const { messages, states, say, done, other, page } = stage()
    say(done(), undefined, 'https://vault.example:444')
    say(done(), undefined, 'http://vault.example')
    say(done(), undefined, 'https://shop.example')
    say(done(), page)
    say(done(), {})
    say(done({ nonce: 'x' }))
    say(done({ id: 'x' }))
    say({ ...done(), type: 'constructor' })
    say({ ...done(), type: 'latchkey-frame-approval' })
    say([] as never)
    say(null as never)
    expect(messages).toEqual([])
    expect(states).not.toContain('open')
    say(done())
    say(done(), other)
    expect(messages).toHaveLength(1)
  })

  test('behavior: stopped, it hears nothing and says nothing', () => {
    const { states, messages, say, done, channel, vault } = stage()
    channel.stop()
    const before = vault.postMessage.mock.calls.length
    say(done())
    vi.advanceTimersByTime(20_000)
    expect(messages).toEqual([])
    expect(states).not.toContain('open')
    expect(vault.postMessage.mock.calls).toHaveLength(before)
  })

  test('behavior: of a page’s frames the first sixty-four are greeted', () => {
    const { page } = stage()
    const frames = Array.from({ length: 65 }, () => ({ closed: false, postMessage: vi.fn() }))
    Object.assign(page, frames, { length: frames.length })
    vi.advanceTimersByTime(250)
    expect(frames.map(({ postMessage }) => postMessage.mock.calls.length)).toEqual([
      ...Array(64).fill(1),
      0,
    ])
  })

  test('behavior: without an opener, and in a sandbox, it is cut and says so', async () => {
    for (const options of [{ opener: null }, { origin: 'null' }]) {
      const { states, channel, vault } = stage(options)
      await Promise.resolve()
      expect(states).toEqual(['cut'])
      expect(vault.postMessage).not.toHaveBeenCalled()
      await expect(channel.ask('GET /api/account', undefined)).rejects.toMatchObject({
        code: 'vault-unreachable',
      })
    }
  })

  test('behavior: a frame that never answers is said to be silent; one that goes away, lost', () => {
    const silent = stage()
    vi.advanceTimersByTime(11_000)
    expect(silent.states.at(-1)).toBe('silent')
    const lost = stage()
    lost.say(lost.done())
    lost.vault.closed = true
    vi.advanceTimersByTime(1_000)
    expect(lost.states.at(-1)).toBe('lost')
  })

  test('behavior: what is asked of the gateway is answered by number', async () => {
    const { channel, say, done, vault } = stage()
    say(done())
    const [one, two] = [
      channel.ask('GET /api/account', undefined),
      channel.ask('POST /api/devices/revoke', { device: 'd' }),
    ]
    const asked = vault.postMessage.mock.calls
      .map(([message]) => message)
      .filter(({ type }) => type === 'latchkey-window-ask')
    expect(asked.map(({ ask }) => ask)).toEqual([1, 2])
    say({ ...done(), type: 'latchkey-frame-answer', ask: 2, code: 'proof-needed' })
    say({ ...done(), type: 'latchkey-frame-answer', ask: 1, answer: { account: 'a' } })
    await expect(two).rejects.toMatchObject({ code: 'proof-needed' })
    await expect(one).resolves.toEqual({ account: 'a' })
  })
})
