import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { RelayText } from '@latchkey/protocol/vault'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { randomId, sha256Text } from '../../apps/vault/src/base64url.ts'
import { openRelays } from '../../apps/vault/src/frame/relay/open-relays.ts'
import { listenRelay } from '../../apps/vault/src/relay/listen-relay.ts'
import { encodeExchange, makeRelayKey } from '../../apps/vault/src/relay/relay-text.ts'
import { project, signedUp, vaultOrigin } from '../../apps/vault/src/test/open-test-frame.ts'
import {
  relayId as id,
  keepsPairs,
  openFrameEnd,
  openWindowEnd,
  type StandInRelay,
  standInRelay,
} from '../../apps/vault/src/test/relay-stage.ts'
import { vaultRelay } from '../../packages/gateway/src/data/relay-schema.ts'
import { hashText } from '../../packages/gateway/src/features/accounts/logins/hash-text.ts'
import {
  type MadeVault,
  makePartition,
  makeVault,
  type VaultCallOptions,
} from '../../packages/gateway/src/features/accounts/test/make-vault.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 2 })
const decided = { type: 'latchkey-window-decided', approved: true, payload: 'p' }
const pairs = (number: string) => ({ type: 'latchkey-window-pair', number })
const wrong = (number: string): string => (number === '00000000' ? '00000001' : '00000000')

/** What the two ends count, written again. */
function digitsOf(ends: string, nonce: string): string {
  const hash = createHash('sha256').update(`${ends} ${nonce}`).digest()
  return String(hash.readUInt32BE(0) % 10_000).padStart(4, '0')
}
/** Something of 32 bytes of which `count` makes these digits. */
function fitting(digits: string, count: (one: string) => string): string {
  for (;;) {
    const one = randomBytes(32).toString('base64url')
    if (count(one) === digits) return one
  }
}

type Told = Readonly<Record<string, string>>

/** A device of the account that knows the id: it reads both boxes, and puts into both. */
function intruder(server: StandInRelay, device: string, isOver: () => boolean = () => false) {
  const { call } = server.signIn(device)
  const put = (to: 'frame' | 'window', text: RelayText) =>
    call('POST /api/relay/tell', { id, to, text: JSON.stringify(text) })
  const told = (at: 'frame' | 'window') => server.boxes.get(at) ?? []
  /**
   * What `read` makes of the newest text of a box that it can read; nothing once nobody listens any
   * more.
   */
  async function find<T>(
    at: 'frame' | 'window',
    read: (text: Told, by: string, seq: number) => T | Promise<T>,
  ) {
    while (!isOver()) {
      for (const { text, device: by, seq } of [...told(at)].reverse()) {
        const found = await read(JSON.parse(text) as Told, by, seq)
        if (found) return found
      }
      await new Promise((done) => setTimeout(done, 1))
    }
    return undefined
  }
  /** Begins an exchange with the frame, as a window does. */
  async function begin(nonce: string = crypto.randomUUID(), made = makeRelayKey()) {
    const key = await made
    const before = told('window').at(-1)?.seq ?? 0
    await put('frame', { key: key.key, bind: await sha256Text(nonce) })
    const answer = await find('window', (text, _, seq) =>
      seq > before && text.to === key.key ? text : undefined,
    )
    const { key: frame = '', bind = '' } = answer ?? {}
    const ends = encodeExchange({ window: key.key, frame, bind })
    const say = async (message: object) =>
      put('frame', await key.sealMessage(frame, ends, { id, ...message }))
    const hello = (said = nonce) => say({ type: 'latchkey-window-hello', nonce: said })
    return { bind, nonce, ends, say, hello }
  }
  /** Answers the window, as its frame does. @param make - what this end binds, of both keys */
  async function answer(
    make: (of: { window: string; frame: string }) => string = () => randomId(32),
  ) {
    const window =
      (await find('frame', ({ key }, by) => (by === 'window-device' ? key : undefined))) ?? ''
    const key = await makeRelayKey()
    const bind = make({ window, frame: key.key })
    await put('window', { key: key.key, bind, to: window })
    const ends = encodeExchange({ window, frame: key.key, bind })
    const say = async (message: object) =>
      put('window', await key.sealMessage(window, ends, { id, ...message }))
    /** Reads the newest message of a type that the window has encrypted for this key. */
    const read = async (type: string): Promise<Told> =>
      (await find('frame', async ({ sealed }) => {
        if (sealed === undefined) return undefined
        const said = (await key.read(ends, { sealed }).catch(() => ({}))) as Told
        return said.type === type ? said : undefined
      })) ?? {}
    return { ends, say, read }
  }
  return { put, told, find, begin, answer }
}

/** A frame that listens, and a device of its account that is not its window. */
function listening(...kept: string[]) {
  const server = standInRelay()
  const frame = openFrameEnd(server, keepsPairs(...kept))
  const state = { isOver: false }
  frame.over.then(() => {
    state.isOver = true
  })
  const thief = intruder(server, 'thief', () => state.isOver)
  /** Until the frame has taken whatever it was told before. */
  const settle = () => intruder(server, 'somebody', () => state.isOver).begin()
  const isHeard = () => frame.heard.some(({ type }) => type === decided.type)
  return { server, ...frame, thief, settle, isHeard }
}

/**
 * A frame and a window, each at a gateway of its own, and somebody between them who plays the other
 * end to both.
 */
function apart() {
  const [ofFrame, ofWindow] = [standInRelay(), standInRelay()]
  const frame = openFrameEnd(ofFrame, keepsPairs())
  const window = openWindowEnd(ofWindow, keepsPairs())
  const asWindow = intruder(ofFrame, 'window-device')
  const settle = () => intruder(ofFrame, 'somebody').begin()
  /** The visitor types what the frame draws; what the window makes of it is told on. */
  async function type(
    theirs: Awaited<ReturnType<typeof asWindow.answer>>,
    mine: Awaited<ReturnType<typeof asWindow.begin>>,
  ): Promise<boolean> {
    const { number } = frame.shown
    if (number === undefined || !(await window.channel.pair(number))) return false
    await mine.say(pairs((await theirs.read('latchkey-window-pair')).number ?? ''))
    await mine.say(decided)
    await settle()
    return frame.heard.some((said) => said.type === decided.type)
  }
  async function stop(got: boolean): Promise<boolean> {
    window.channel.stop()
    await frame.stop()
    return got
  }
  return {
    frame,
    window,
    asWindow,
    asFrame: (device: string) => intruder(ofWindow, device),
    settle,
    type,
    stop,
  }
}

const paired: readonly Attempt[] = [
  [
    'a device of the account that was never paired decides',
    ['relay-paired'],
    () => decides(listening()),
  ],
  [
    'a device that another account paired decides',
    ['relay-pair-account'],
    () => decides(listening('a2 thief')),
  ],
  [
    'a window in which another number is typed decides',
    ['relay-number'],
    async () => {
      const stage = listening()
      return decides(stage, async (say) => say(pairs(wrong(stage.shown.number?.slice(4) ?? ''))))
    },
  ],
  [
    'the number is found at the fourth try',
    ['relay-tries', 'relay-over'],
    async () => {
      const stage = listening()
      return decides(stage, async (say) => {
        const right = stage.shown.number?.slice(4) ?? ''
        for (const one of [wrong(right), wrong(right), wrong(right), right]) {
          await say(pairs(one))
        }
      })
    },
  ],
  [
    'the right number is copied as the window sealed it, and told by another device',
    ['relay-ends'],
    async () => {
      const stage = listening()
      const { server, shown, thief } = stage
      const ends: Pick<ReturnType<typeof openWindowEnd>, 'channel'>[] = []
      const got = await decides(stage, async () => {
        const window = openWindowEnd(server, keepsPairs())
        ends.push(window)
        await soon(() => expect(window.messages).toHaveLength(1))
        const before = thief.told('frame').at(-1)?.seq ?? 0
        expect(await window.channel.pair(shown.number ?? '')).toBe(true)
        await soon(() => expect(window.states.at(-1)).toBe('open'))
        const sealed = await thief.find('frame', (text, _, seq) =>
          seq > before ? text.sealed : undefined,
        )
        await thief.put('frame', { sealed: sealed ?? '' })
      })
      for (const { channel } of ends) {
        channel.stop()
      }
      return got
    },
  ],
  [
    'a window speaks under the id of another',
    ['relay-id'],
    async () => {
      const { thief, settle, heard, stop } = listening('a1 thief')
      const { hello, say } = await thief.begin()
      await hello()
      await say({ ...decided, id: 'o'.repeat(43) })
      await settle()
      await stop()
      return heard.some((said) => said.id !== id)
    },
  ],
]

/** Whether a device is heard that says hello, does something, and decides. */
async function decides(
  { thief, settle, isHeard, stop }: ReturnType<typeof listening>,
  meanwhile: (say: (message: object) => Promise<unknown>) => Promise<unknown> = async () => {},
): Promise<boolean> {
  const { hello, say } = await thief.begin()
  await hello()
  await settle()
  await meanwhile(say)
  await say(decided)
  await settle()
  await stop()
  return isHeard()
}

/** Whether the digits of both exchanges are the same by chance: then nobody could notice. */
const isChance = (
  theirs: { ends: string },
  nonce: string,
  mine: { ends: string; nonce: string },
): boolean => digitsOf(theirs.ends, nonce) === digitsOf(mine.ends, mine.nonce)

async function passNumberOn(): Promise<boolean> {
  const { asFrame, asWindow, settle, type, stop } = apart()
  const [theirs, mine] = [await asFrame('frame-device').answer(), await asWindow.begin()]
  const { nonce = '' } = await theirs.read('latchkey-window-hello')
  if (isChance(theirs, nonce, mine)) return stop(false).then(passNumberOn)
  await mine.hello()
  await settle()
  return stop(await type(theirs, mine))
}

async function answerTwice(): Promise<boolean> {
  const { frame, window, asFrame, asWindow, settle, type, stop } = apart()
  const [first, mine] = [await asFrame('frame-device').answer(), await asWindow.begin()]
  const { nonce = '' } = await first.read('latchkey-window-hello')
  if (isChance(first, nonce, mine)) return stop(false).then(answerTwice)
  await mine.hello()
  await settle()
  const drawn = frame.shown.number?.slice(0, 4) ?? ''
  const count = (keys: { window: string; frame: string }) =>
    fitting(drawn, (bind) => digitsOf(encodeExchange({ ...keys, bind }), nonce))
  const second = await asFrame('other').answer(count)
  // The window takes what it is told in order, and hears one of the two.
  for (const { say } of [first, second]) {
    await say({ type: 'latchkey-frame-pair', nonce, left: 3 })
  }
  await soon(() => expect(window.messages).not.toEqual([]))
  return stop(await type(second, mine))
}

const between: readonly Attempt[] = [
  ['who stands between with keys of their own is told the number', ['relay-digits'], passNumberOn],
  [
    'who has learned the nonce of the window answers once more, as another device',
    ['relay-one-frame'],
    answerTwice,
  ],
  [
    'who stands between says another nonce than was bound, which makes the digits of the window',
    ['relay-bind'],
    async () => {
      const { asFrame, asWindow, settle, type, stop } = apart()
      const [theirs, mine] = [await asFrame('frame-device').answer(), await asWindow.begin()]
      const { nonce = '' } = await theirs.read('latchkey-window-hello')
      await mine.hello(fitting(digitsOf(theirs.ends, nonce), (one) => digitsOf(mine.ends, one)))
      await settle()
      return stop(await type(theirs, mine))
    },
  ],
  [
    'who stands between begins again, with a nonce that fits what the frame bound the first time',
    ['relay-fresh'],
    async () => {
      const { asFrame, asWindow, settle, type, stop } = apart()
      const key = makeRelayKey()
      const [theirs, first] = [
        await asFrame('frame-device').answer(),
        await asWindow.begin(undefined, key),
      ]
      const { nonce = '' } = await theirs.read('latchkey-window-hello')
      const fits = fitting(digitsOf(theirs.ends, nonce), (one) => digitsOf(first.ends, one))
      const again = await asWindow.begin(fits, key)
      // Digits could be equal by chance; what was bound could not.
      if (again.bind !== first.bind) return stop(false)
      await again.hello()
      await settle()
      return stop(await type(theirs, again))
    },
  ],
  [
    'who stands between begins again and again, until the digits fit',
    ['relay-few'],
    async () => {
      const { server, thief, shown, stop } = listening()
      const last = await intruder(server, 'somebody').begin()
      const before = thief.told('window').length
      for (let at = 0; at < 20; at += 1) {
        await thief.put('frame', {
          key: (await makeRelayKey()).key,
          bind: await sha256Text(String(at)),
        })
      }
      await last.hello()
      await soon(() => expect(shown.number).toBeDefined())
      const answered = thief
        .told('window')
        .filter(({ text }, at) => at >= before && text.includes('"to"'))
      await stop()
      return answered.length === 20
    },
  ],
  [
    'a frame whose number was never typed has the window show a request',
    ['relay-window-pairs'],
    async () => {
      const { window, asFrame, stop } = apart()
      const { say, read } = await asFrame('frame-device').answer()
      const { nonce = '' } = await read('latchkey-window-hello')
      const texts = { nonce, payload: 'p', site: 'https://evil.example', account: 'a' }
      const request = { chain: 'eip155:1', method: 'personal_sign', params: [] }
      await say({ type: 'latchkey-frame-approval', ...texts, request })
      await say({ type: 'latchkey-frame-pair', nonce, left: 3 })
      await soon(() => expect(window.messages.at(-1)?.type).toBe('latchkey-frame-pair'))
      return stop(window.messages.some(({ type }) => type === 'latchkey-frame-approval'))
    },
  ],
]

const bounds: readonly Attempt[] = [
  [
    'the gateway reads what a frame and a window say',
    ['relay-sealed'],
    async () => {
      const [one, other] = [await makeRelayKey(), await makeRelayKey()]
      const text = await one.sealMessage(other.key, 'ends', { type: 'planted-secret' })
      return 'sealed' in text && Buffer.from(text.sealed, 'base64url').includes('planted-secret')
    },
  ],
  [
    'the gateway tells a text of the window once more',
    ['window-ask-once'],
    async () => {
      const frame = await signedUp()
      const opening = randomId(32)
      await frame.call('window', { window: 'recovery', id: opening })
      const { greet, hear, say, told } = frame.openWindow(opening)
      greet()
      await hear('latchkey-frame-ready')
      const guess = {
        type: 'latchkey-window-ask',
        call: 'POST /api/recovery/pepper',
        body: { method: 'm', hash: 'h' },
      }
      const isAnswered = (ask: number) =>
        soon(() => expect(told.some((one) => one.ask === ask)).toBe(true))
      for (const ask of [1, 1]) {
        say({ ...guess, ask })
      }
      await isAnswered(1)
      say({ ...guess, ask: 2 })
      await isAnswered(2)
      frame.stop()
      return frame.gateway.held.asked.filter(({ call }) => call === guess.call).length > 2
    },
  ],
  [
    'a frame listens for a window that comes too late',
    ['relay-time'],
    async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      try {
        const [ended, taken] = [new AbortController(), [] as string[]]
        const asked = { times: 0 }
        const call = async () => {
          vi.setSystemTime(Date.now() + 120_000)
          asked.times += 1
          return { told: asked.times < 10 ? [] : [{ seq: 1, device: 'd', text: 'late' }] }
        }
        await listenRelay({
          signIn: { call } as never,
          id,
          at: 'frame',
          signal: ended.signal,
          async take({ text }) {
            taken.push(text)
            ended.abort()
          },
        })
        return taken.length > 0
      } finally {
        vi.useRealTimers()
      }
    },
  ],
  [
    'a page has its frame listen for windows without end',
    ['relay-most'],
    async () => {
      const waits = new Map<string, AbortSignal>()
      const call = (_: string, body: { id: string }, signal: AbortSignal) =>
        new Promise((_, reject) => {
          waits.set(body.id, signal)
          signal.addEventListener('abort', reject)
        })
      const vault = { project, origin: vaultOrigin, tell() {} }
      const { listen, end } = openRelays(vault as never, {
        signIn: { call } as never,
        hear() {},
        asked: () => null,
      })
      const ids = Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(43, 'w'))
      for (const one of ids) {
        listen(one)
      }
      await soon(() => expect(waits.has(ids.at(-1) ?? '')).toBe(true))
      const open = [...waits.values()].filter(({ aborted }) => !aborted)
      for (const one of ids) {
        end(one)
      }
      return open.length > 4
    },
  ],
]

const made = {} as { vault: MadeVault }
beforeAll(async () => {
  made.vault = await makeVault()
})
afterAll(() => made.vault?.close())

const newId = () => randomBytes(32).toString('base64url')
/** Of an account of its own, at an address of its own: limits of others are not its. */
async function device(): Promise<VaultCallOptions> {
  const partition = await makePartition()
  const token = await made.vault.signIn(`${randomUUID()}@mail.example`, partition)
  return { partition, token, headers: { 'x-caller': [10, ...randomBytes(3)].join('.') } }
}
const tell = (by: VaultCallOptions, text: string, one = id) =>
  made.vault.call('POST /api/relay/tell', { id: one, to: 'frame', text }, by)
async function texts(by: VaultCallOptions, one = id): Promise<readonly string[]> {
  // Something of one's own: nobody waits for what does not come.
  await tell(by, 'own', one)
  const { json } = await made.vault.call(
    'POST /api/relay/wait',
    { id: one, at: 'frame', after: 0 },
    by,
  )
  return (json.told as { text: string }[]).map(({ text }) => text).filter((text) => text !== 'own')
}

async function accountOf(by: VaultCallOptions): Promise<string> {
  return (await made.vault.call('GET /api/account', undefined, by)).json.account
}
/** As often as that many calls would. */
async function spend(name: string, times: number, key: string): Promise<void> {
  const budget = { name, most: times + 1, windowMs: 600_000 }
  await Promise.all(Array.from({ length: times }, () => made.vault.budgets.take(budget, key)))
}

const boxes: readonly Attempt[] = [
  [
    'somebody of another account, who knows the id, tells the frame',
    ['relay-account'],
    async () => {
      const [victim, thief, one] = [await device(), await device(), newId()]
      await tell(thief, 'forged', one)
      return (await texts(victim, one)).includes('forged')
    },
  ],
  [
    'a page with a session of its own, which knows the id, reads what is told',
    ['relay-account'],
    async () => {
      const [victim, thief, one] = [await device(), await device(), newId()]
      await tell(victim, 'private', one)
      return (await texts(thief, one)).includes('private')
    },
  ],
  [
    'a box is filled without end',
    ['relay-texts'],
    async () => {
      const [by, one] = [await device(), newId()]
      await tell(by, 'x', one)
      await spend('relay-texts', 99, hashText(`${await accountOf(by)} ${one} frame`))
      return (await tell(by, 'x', one)).status === 200
    },
  ],
  [
    'windows are begun without end',
    ['relay-windows'],
    async () => {
      const by = await device()
      await tell(by, 'x', newId())
      await spend('relays', 59, await accountOf(by))
      return (await tell(by, 'x', newId())).status === 200
    },
  ],
  [
    'a text is heard after its ten minutes',
    ['relay-expiry'],
    async () => {
      const [by, one] = [await device(), newId()]
      await tell(by, 'old', one)
      made.vault.clock.at += 600_001
      return (await texts(by, one)).includes('old')
    },
  ],
  [
    'a stolen database holds what was told long ago',
    ['relay-sweep'],
    async () => {
      const [by, secret] = [await device(), newId()]
      await tell(by, secret, newId())
      made.vault.clock.at += 600_001
      await tell(by, 'new', newId())
      const rows = await made.vault.db.select({ text: vaultRelay.text }).from(vaultRelay)
      return rows.some(({ text }) => text === secret)
    },
  ],
]

describe('pairing', () => {
  test.each(paired)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test.each(between)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: a window that was paired is heard, for that account', async () => {
    expect(await decides(listening('a1 thief'))).toBe(true)
  })

  test('default: a window in which the number is typed is heard', async () => {
    const stage = listening()
    expect(await decides(stage, (say) => say(pairs(stage.shown.number?.slice(4) ?? '')))).toBe(true)
  })
})

describe('what is carried', () => {
  test.each(bounds)('behavior: %s', (_, names, attack) => proveGuards(names, attack))
})

describe('boxes at the gateway', () => {
  test.each(boxes)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('behavior: a page that knows the id, and has no session, neither tells nor reads', async () => {
    const partition = await makePartition()
    expect((await tell({ partition }, 'x')).code).toBe('proof-needed')
    const { code } = await made.vault.call(
      'POST /api/relay/wait',
      { id, at: 'frame', after: 0 },
      { partition },
    )
    expect(code).toBe('proof-needed')
  })
})
