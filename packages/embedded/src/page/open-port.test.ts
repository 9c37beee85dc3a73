import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPort } from './open-port.ts'

const vault = 'http://vault.localhost:4302'

/** A port that hands its texts over at once. */
function world() {
  const sent: { id: number; method: string; params: Record<string, unknown> }[] = []
  const port = {
    onmessage: undefined as ((event: { data: unknown }) => void) | undefined,
    close: vi.fn(),
    postMessage: (text: string) => void sent.push(JSON.parse(text)),
  }
  const onEvent = vi.fn()
  const onLost = vi.fn()
  const opened = openPort({ port: port as unknown as MessagePort, origin: vault, onEvent, onLost })
  return {
    opened,
    port,
    sent,
    onEvent,
    onLost,
    say: (value: unknown) =>
      port.onmessage?.({ data: typeof value === 'string' ? value : JSON.stringify(value) }),
  }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  )

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('openPort', () => {
  test('default: an answer goes to its question, in any order', async () => {
    const { opened, sent, say } = world()
    const [one, two] = [opened.call('login-resend', {}), opened.call('login-cancel', {})]
    expect(sent.map(({ id }) => id)).toEqual([1, 2])
    say({ id: 2, result: 'b' })
    say({ id: 1, result: 'a' })
    expect(await Promise.all([one, two])).toEqual(['a', 'b'])
  })

  test('behavior: an answer to nothing, a second one and nonsense change nothing', async () => {
    const { opened, say, onLost } = world()
    const one = opened.call('login-resend', {})
    say({ id: 9, result: 1 })
    say('nonsense')
    say({ id: 1, result: 'a' })
    say({ id: 1, error: { code: 'code-wrong' } })
    expect(await one).toBe('a')
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: a request nobody waits for is taken back', async () => {
    const { opened, sent } = world()
    const controller = new AbortController()
    const one = codeOf(
      opened.call(
        'request',
        { chain: 'eip155:1', method: 'm', params: [] },
        { signal: controller.signal },
      ),
    )
    controller.abort()
    expect(await one).toBe('aborted')
    expect(sent.at(-1)).toEqual({ id: 2, method: 'request-cancel', params: { request: 1 } })
  })

  test('behavior: what was declined before it could be sent is told so, and is not sent', async () => {
    const { opened, sent } = world()
    const signal = AbortSignal.abort(new LatchkeyError('user-rejected'))
    const request = { chain: 'eip155:1', method: 'm', params: [] } as const
    expect(await codeOf(opened.call('request', request, { signal }))).toBe('user-rejected')
    expect(sent).toEqual([])
  })

  test('behavior: what is longer than a vault takes is not sent', async () => {
    const { opened, sent } = world()
    expect(
      await codeOf(
        opened.call('request', { chain: 'eip155:1', method: 'm', params: 'x'.repeat(262_144) }),
      ),
    ).toBe('rpc-invalid-params')
    expect(sent).toEqual([])
  })

  test('behavior: no answer in time', async () => {
    const { opened } = world()
    const one = codeOf(opened.call('logout', { everywhere: false }, { timeoutMs: 4000 }))
    await vi.advanceTimersByTimeAsync(4000)
    expect(await one).toBe('vault-unreachable')
  })

  test('behavior: a silent frame is asked, and lost when it does not answer', async () => {
    const { opened, sent, onLost } = world()
    const one = codeOf(opened.call('request', { chain: 'eip155:1', method: 'm', params: [] }))
    await vi.advanceTimersByTimeAsync(45_000)
    expect(sent.at(-1)?.method).toBe('session')
    expect(onLost).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onLost).toHaveBeenCalledOnce()
    expect(await one).toBe('vault-unreachable')
    expect(await codeOf(opened.call('login-cancel', {}))).toBe('vault-unreachable')
  })

  test('behavior: one that says it is alive is not asked, nor one that answers when asked', async () => {
    const { sent, say, onLost } = world()
    for (let i = 0; i < 8; i++) {
      await vi.advanceTimersByTimeAsync(15_000)
      say({ event: 'alive' })
    }
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(45_000)
    say({ id: 1, result: null })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: a frame that floods the page is left', async () => {
    const { say, onLost, port } = world()
    for (let i = 0; i < 500; i++) {
      say({ event: 'alive' })
    }
    expect(onLost).not.toHaveBeenCalled()
    say({ event: 'alive' })
    expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ code: 'vault-refused' }))
    expect(port.close).toHaveBeenCalled()
  })
})
