// @vitest-environment happy-dom
import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { standInFrames } from '../../test/stand-in-parent.ts'
import { type Rules, type StandIn, standInVault } from '../../test/stand-in-vault.ts'
import { openLine } from './open-line.ts'
import type { VaultPort } from './open-port.ts'

const vault = 'http://vault.localhost:4302'
const stops: (() => void)[] = []

interface Options {
  readonly rules?: Partial<Rules>
  /** Counted from 1: the loads of which nothing is ever heard. */
  readonly silentLoads?: readonly number[]
  readonly greet?: (port: VaultPort) => Promise<void>
  readonly home?: Element
}

function world({
  rules = {},
  silentLoads = [],
  greet = async () => {},
  home: first,
}: Options = {}) {
  const homes = { now: first }
  const stands: StandIn[] = []
  const frames = standInFrames(
    vault,
    (load) => {
      const stand = standInVault(vault, rules)
      stands.push(stand)
      return silentLoads.includes(load) ? undefined : stand
    },
    first && [document.documentElement, first],
  )
  const onLost = vi.fn<(error: LatchkeyError) => void>()
  const line = openLine({ vault, project: 'shop', getHome: () => homes.now, greet, onLost })
  stops.push(line.close, frames.stop)
  return {
    line,
    frames,
    stands,
    homes,
    onLost,
    shown: () => document.querySelectorAll('stand-in-frame').length,
    asked: (load: number) => stands[load - 1]?.asked.map(({ method }) => method),
    cancel: () => line.call('login-cancel', {}),
  }
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    ({ code, context }: LatchkeyError) => [code, context.reason],
  )
const soon = (check: () => unknown) => vi.waitFor(check, { interval: 5 })
const greetBySession = async (port: VaultPort): Promise<void> => {
  await port.call('session', { chains: [] })
}
/** An element of the page that frames can stand in; `canMove`: as the newest browsers can. */
function addHome(canMove = false): Element {
  const home = document.createElement('div')
  if (canMove)
    Object.assign(home, {
      moveBefore: (child: Node, before: Node | null) => void home.insertBefore(child, before),
    })
  document.body.append(home)
  stops.push(() => home.remove())
  return home
}

afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

describe('openLine', () => {
  test('default: the first call loads and greets a frame, the next ones find it there', async () => {
    const { line, frames, asked, cancel } = world({ greet: greetBySession })
    expect([frames.loads(), line.frame()]).toEqual([0, null])
    expect(await cancel()).toBeNull()
    expect(line.frame()).toBe(document.querySelector('stand-in-frame'))
    await cancel()
    expect(frames.loads()).toBe(1)
    expect(asked(1)).toEqual(['session', 'login-cancel', 'login-cancel'])
  })

  test('behavior: calls while the frame is on its way wait for the same one', async () => {
    const { frames, asked, cancel } = world({ greet: greetBySession })
    const first = cancel()
    const second = cancel()
    await Promise.all([first, second])
    expect(frames.loads()).toBe(1)
    expect(asked(1)).toEqual(['session', 'login-cancel', 'login-cancel'])
  })

  test('behavior: a frame that the page took away is told as lost, loaded anew and greeted again', async () => {
    const { line, frames, asked, onLost, cancel, shown } = world({ greet: greetBySession })
    await cancel()
    const before = line.frame()
    before?.remove()
    expect(await cancel()).toBeNull()
    expect(onLost.mock.calls.map(([{ code, context }]) => [code, context.reason])).toEqual([
      ['vault-unreachable', 'the page took the frame away'],
    ])
    expect(frames.loads()).toBe(2)
    expect(asked(2)).toEqual(['session', 'login-cancel'])
    expect(line.frame()).not.toBe(before)
    expect(shown()).toBe(1)
  })

  test('behavior: another document in the frame ends what was asked; the next call loads anew', async () => {
    const { line, frames, asked, onLost, cancel, shown } = world({
      rules: { hangs: ['login-resend'] },
      greet: greetBySession,
    })
    const asking = reasonOf(line.call('login-resend', {}))
    await soon(() => expect(asked(1)).toEqual(['session', 'login-resend']))
    line.frame()?.dispatchEvent(new Event('load'))
    expect((await asking)[0]).toBe('vault-unreachable')
    expect(onLost.mock.calls.map(([{ context }]) => context.reason)).toEqual([
      'the frame was loaded anew',
    ])
    expect([line.frame(), shown()]).toEqual([null, 0])
    await cancel()
    expect(frames.loads()).toBe(2)
    expect(asked(2)).toEqual(['session', 'login-cancel'])
  })

  test('behavior: a frame that is given up is taken off the page, and told as lost once', async () => {
    const { line, stands, frames, asked, onLost, cancel, shown } = world({
      rules: { hangs: ['login-resend'] },
    })
    const asking = reasonOf(line.call('login-resend', {}))
    await soon(() => expect(asked(1)).toEqual(['login-resend']))
    // All of it within one second.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let i = 0; i < 600; i++) {
      stands[0]?.tell({ event: 'alive' })
    }
    expect(await asking).toEqual(['vault-refused', 'the frame floods the page'])
    vi.useRealTimers()
    expect(onLost.mock.calls.map(([{ code }]) => code)).toEqual(['vault-refused'])
    expect([line.frame(), shown()]).toEqual([null, 0])
    await cancel()
    expect(frames.loads()).toBe(2)
  })

  test('behavior: no answer in time fails that call alone; the frame stays', async () => {
    const { line, frames, onLost, cancel } = world({ rules: { hangs: ['logout'] } })
    await cancel()
    expect(await reasonOf(line.call('logout', { everywhere: false }, { timeoutMs: 1 }))).toEqual([
      'vault-unreachable',
      'no answer to logout',
    ])
    expect(await cancel()).toBeNull()
    expect(frames.loads()).toBe(1)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('error: a frame that does not load fails every call that waits for it; the next call loads another', async () => {
    const { frames, onLost, cancel, shown } = world({ silentLoads: [1] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const both = Promise.all([reasonOf(cancel()), reasonOf(cancel())])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await both).toEqual([
      ['vault-unreachable', 'not loaded'],
      ['vault-unreachable', 'not loaded'],
    ])
    expect([frames.loads(), shown()]).toEqual([1, 0])
    vi.useRealTimers()
    expect(await cancel()).toBeNull()
    expect(frames.loads()).toBe(2)
    // Whoever asked has heard it; nothing that stood there was lost.
    expect(onLost).not.toHaveBeenCalled()
  })

  test('error: a greeting that fails fails the call, which is not asked; the next call greets again', async () => {
    let greetings = 0
    const { frames, asked, cancel, shown } = world({
      greet: async () => {
        greetings += 1
        if (greetings === 1) throw new LatchkeyError('rate-limited')
      },
    })
    expect((await reasonOf(cancel()))[0]).toBe('rate-limited')
    expect(asked(1)).toEqual([])
    // Its frame is gone with it, or two would answer for one vault.
    expect(shown()).toBe(0)
    expect(await cancel()).toBeNull()
    expect([greetings, frames.loads(), shown()]).toEqual([2, 2, 1])
    expect(asked(2)).toEqual(['login-cancel'])
  })

  test('behavior: closed while the frame loads, its call is aborted, and a later one is not hindered', async () => {
    const { line, frames, onLost, cancel, shown } = world({ silentLoads: [1] })
    const first = reasonOf(cancel())
    line.close()
    expect(shown()).toBe(0)
    const second = cancel()
    // The end of the first arrives while the second is on its way, and does not forget it.
    expect((await first)[0]).toBe('aborted')
    const third = cancel()
    expect(await Promise.all([second, third])).toEqual([null, null])
    expect([frames.loads(), shown()]).toEqual([2, 1])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: closed while the frame is greeted, the call fails and is never asked', async () => {
    const rules = { hangs: ['session'] }
    const { line, frames, asked, onLost, cancel, shown } = world({ rules, greet: greetBySession })
    const first = reasonOf(cancel())
    await soon(() => expect(asked(1)).toEqual(['session']))
    line.close()
    expect(await first).toEqual(['vault-unreachable', 'closed'])
    expect([line.frame(), shown()]).toEqual([null, 0])
    rules.hangs.splice(0)
    expect(await cancel()).toBeNull()
    expect(frames.loads()).toBe(2)
    expect(asked(1)).toEqual(['session'])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: closed, what was asked fails and nobody is told of a loss; closing again changes nothing', async () => {
    const { line, asked, onLost, shown } = world({ rules: { hangs: ['login-resend'] } })
    const asking = reasonOf(line.call('login-resend', {}))
    await soon(() => expect(asked(1)).toEqual(['login-resend']))
    line.close()
    line.close()
    expect(await asking).toEqual(['vault-unreachable', 'closed'])
    expect([line.frame(), shown()]).toEqual([null, 0])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: whoever watches hears this frame and the next one, until it stops', async () => {
    const { line, stands, cancel } = world()
    const heard: string[] = []
    const late = vi.fn()
    const stop = line.watch(({ event }) => {
      heard.push(event)
      // Who comes while something is told hears what is told next.
      line.watch(late)
    })
    await cancel()
    stands[0]?.tell({ event: 'login-failed', code: 'login-refused' })
    // Answers come after what was told before.
    await cancel()
    expect(heard).toEqual(['login-failed'])
    expect(late).not.toHaveBeenCalled()
    line.close()
    await cancel()
    stands[1]?.tell({ event: 'session', session: null })
    await cancel()
    expect(heard).toEqual(['login-failed', 'session'])
    expect(late).toHaveBeenCalledOnce()
    stop()
    stands[1]?.tell({ event: 'session', session: null })
    await cancel()
    expect(heard).toHaveLength(2)
    expect(late).toHaveBeenCalledTimes(2)
  })

  test('behavior: what is posted to the page, told by a frame that is gone, or leads elsewhere, is not heard', async () => {
    const { line, stands, asked, cancel } = world({ rules: { hangs: ['login-resend'] } })
    const heard = vi.fn()
    line.watch(heard)
    await cancel()
    line.close()
    const asking = line.call('login-resend', {})
    await soon(() => expect(asked(2)).toEqual(['login-resend']))
    const texts = [
      { id: 1, result: 'forged' },
      { event: 'session', session: null },
    ]
    for (const text of texts) {
      const data = JSON.stringify(text)
      window.dispatchEvent(new MessageEvent('message', { data, origin: vault }))
      stands[0]?.say(data)
    }
    const approval = {
      id: 'a',
      place: 'window',
      method: 'personal_sign',
      chain: 'eip155:31337',
      url: 'https://elsewhere.example/p/approve#a',
    }
    stands[1]?.tell({ event: 'approval', approval })
    stands[1]?.tell({ event: 'approval', approval: { ...approval, url: `${vault}/p/approve#a` } })
    stands[1]?.answer('login-resend', { result: 'true' })
    expect(await asking).toBe('true')
    expect(heard.mock.calls.map(([event]) => event)).toEqual([
      { event: 'approval', approval: { ...approval, url: `${vault}/p/approve#a` } },
    ])
  })

  test('parameters: a frame is loaded in its home, and in the document while that stands nowhere', async () => {
    const home = addHome()
    const { line, homes, cancel } = world({ home })
    await cancel()
    expect(line.frame()?.parentNode).toBe(home)
    for (const nowhere of [undefined, document.createElement('div')]) {
      line.close()
      homes.now = nowhere
      await cancel()
      expect(line.frame()?.parentNode).toBe(document.documentElement)
    }
  })

  test('behavior: where the browser can, a frame is moved to another home, and what was asked goes on', async () => {
    const { line, frames, stands, asked, onLost } = world({ rules: { hangs: ['login-resend'] } })
    const home = addHome(true)
    line.move(home)
    expect(frames.loads()).toBe(0)
    const asking = line.call('login-resend', {})
    await soon(() => expect(asked(1)).toEqual(['login-resend']))
    const frame = line.frame()
    expect(line.wouldReload(home)).toBe(false)
    line.move(home)
    expect(frame?.parentNode).toBe(home)
    stands[0]?.answer('login-resend', { result: 'still there' })
    expect(await asking).toBe('still there')
    expect(line.frame()).toBe(frame)
    expect(frames.loads()).toBe(1)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('behavior: moved to where it stands, a frame stays there, also where none can be moved', async () => {
    const home = addHome()
    const { line, onLost, cancel } = world({ home })
    await cancel()
    const frame = line.frame()
    line.move(home)
    expect(line.frame()).toBe(frame)
    expect(onLost).not.toHaveBeenCalled()
  })

  test.each([
    ['a browser that cannot move it', false, true],
    ['a home that stands nowhere', true, false],
  ])(
    'behavior: %s takes the frame off the page; the next call loads another',
    async (_, canMove, isThere) => {
      const { line, frames, onLost, cancel, shown } = world({ greet: greetBySession })
      await cancel()
      const home = addHome(canMove)
      if (!isThere) home.remove()
      expect(line.wouldReload(home)).toBe(true)
      line.move(home)
      expect(onLost.mock.calls.map(([{ code, context }]) => [code, context.reason])).toEqual([
        ['vault-unreachable', 'the frame is moved'],
      ])
      expect([line.frame(), shown()]).toEqual([null, 0])
      await cancel()
      expect(frames.loads()).toBe(2)
    },
  )
})
