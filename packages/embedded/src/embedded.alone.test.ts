// @vitest-environment happy-dom
import {
  changeEmail,
  confirmEmailChange,
  connect,
  createKit,
  disconnect,
  getAccount,
  getConnection,
  type Kit,
  type Prompt,
  resendEmailChange,
  signMessage,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standInFrames } from '../test/stand-in-parent.ts'
import { type Rules, type StandIn, standInVault } from '../test/stand-in-vault.ts'
import { embedded } from './embedded.ts'

const vault = 'http://vault.localhost:4302'
const chain = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
} as const

interface World {
  readonly kit: Kit
  readonly frames: ReturnType<typeof standInFrames>
  readonly stands: readonly StandIn[]
  readonly store: Map<string, string>
  readonly auth: NonNullable<ReturnType<typeof embedded>['auth']>
  prompt(): Prompt | undefined
  status(): string
}
const stops: (() => void)[] = []
/** Long, since the first of them waits for code to be loaded. */
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
const url = location.href

async function world(
  rules: Partial<Rules> = {},
  store = new Map<string, string>(),
  home?: Element,
): Promise<World> {
  const stands: StandIn[] = []
  const frames = standInFrames(vault, () => {
    const stand = standInVault(vault, rules)
    stands.push(stand)
    return stand
  }, [document.documentElement, ...(home ? [home] : [])])
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const transport = embedded({ vault })
  const kit = createKit({ adapters: [evm({ chains: [chain] })], transports: [transport], storage })
  stops.push(
    kit.subscribe(() => {}),
    frames.stop,
  )
  await soon(() => expect(kit.getState().connectors.embedded).toBeDefined())
  const connectionNow = () => getConnection(kit, { connector: 'embedded' })
  const auth = kit.getState().connectors.embedded?.auth
  if (!auth) throw new Error('no auth')
  return {
    kit,
    frames,
    stands,
    store,
    auth,
    prompt: () => {
      const now = connectionNow()
      return now.status === 'connecting' ? now.prompt : undefined
    },
    status: () => connectionNow().status,
  }
}
const begin = ({ kit }: World, options = {}) => {
  const outcome = connect(kit, { connector: 'embedded', ...options })
  outcome.catch(() => {})
  return outcome
}
/**
 * The code was asked for; the end is in `outcome`, since a promise of a promise would be awaited.
 */
async function byEmail(
  w: World,
  email = 'ada@shop.example',
): Promise<{ readonly outcome: ReturnType<typeof connect> }> {
  w.auth.begin({ kind: 'email', email })
  const outcome = begin(w)
  await soon(() => expect(w.prompt()).toBeDefined())
  return { outcome }
}
async function bySocial(w: World, handle: Window | null = null, isOpened = false) {
  const { url: address } = w.auth.begin({ kind: 'google' })
  if (isOpened) w.auth.opened(handle)
  const outcome = begin(w)
  await soon(() => expect(w.prompt()).toMatchObject({ step: { step: 'window' } }))
  return { outcome, address: address ?? '' }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error) => error.code,
  )

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
  vi.restoreAllMocks()
  if (location.href !== url) history.replaceState(null, '', url)
})

describe('embedded', () => {
  test('default: email and a code sign in; nothing is loaded before', async () => {
    const w = await world()
    expect(w.frames.loads()).toBe(0)
    w.auth.begin({ kind: 'email', email: 'ada@shop.example' })
    expect(w.frames.loads()).toBe(0)
    const outcome = begin(w)
    await soon(() =>
      expect(w.prompt()).toMatchObject({
        kind: 'login',
        step: { step: 'code', purpose: 'email', email: 'ada@shop.example' },
      }),
    )
    await w.auth.answer('123456')
    const [view] = await outcome
    expect(view?.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(w.auth.session()?.identities).toEqual([{ kind: 'email', label: 'ada@shop.example' }])
    expect(w.store.get('latchkey.default.v1.vault')).toBe('eip155:31337')
    expect(w.stands[0]?.asked.map(({ id, method }) => [id, method])).toEqual([
      [1, 'login-email'],
      [2, 'login-code'],
    ])
  })

  test.each([
    ['vault', { vault: 'vault.example' }],
    ['vault', { vault: 'javascript:alert(1)' }],
    ['vault', { vault: 'https://vault.example/path' }],
    ['vault', { vault: 'https://user@vault.example' }],
    ['project', { vault, project: '../x' }],
    ['project', { vault, project: 'a#b' }],
  ])('parameters: a bad %s %o', (_, options) => {
    expect(() => embedded(options)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
  })

  test('behavior: a wrong code says so, and the next one counts', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    const told: unknown[] = []
    w.auth.watch((event) => told.push(event))
    expect(await codeOf(w.auth.answer('000000'))).toBe('code-wrong')
    expect(told).toEqual([{ type: 'code-refused', code: 'code-wrong' }])
    expect(w.status()).toBe('connecting')
    await w.auth.answer('123456')
    expect(await outcome).toHaveLength(1)
  })

  test('behavior: a known address confirms the device by a second code', async () => {
    const w = await world({ isKnown: true })
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    expect(w.prompt()).toMatchObject({ step: { step: 'code', purpose: 'device' } })
    await w.auth.answer('654321')
    expect(await outcome).toHaveLength(1)
  })

  test('behavior: another code can be asked for', async () => {
    const w = await world()
    await byEmail(w)
    await w.auth.resend()
    expect(w.stands[0]?.asked.at(-1)?.method).toBe('login-resend')
  })

  test('behavior: a device without a share is told how to recover, then connected by the frame', async () => {
    const w = await world({ mustRecover: true })
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    expect(w.prompt()).toMatchObject({
      step: { step: 'recover', url: `${vault}/p/recover#0`, ways: ['passkey'] },
    })
    const [stand] = w.stands
    if (stand) stand.rules.mustRecover = false
    stand?.tell({ step: 'proved' })
    expect(await outcome).toHaveLength(1)
  })

  test('behavior: cancel tells the frame, takes it off the page and leaves nothing', async () => {
    const w = await world()
    const controller = new AbortController()
    w.auth.begin({ kind: 'email', email: 'ada@shop.example' })
    const outcome = begin(w, { signal: controller.signal })
    await soon(() => expect(w.prompt()).toBeDefined())
    controller.abort()
    expect(await codeOf(outcome)).toBe('aborted')
    await soon(() => expect(document.querySelector('stand-in-frame')).toBeNull())
    expect(w.stands[0]?.asked.at(-1)?.method).toBe('login-cancel')
    expect(w.status()).toBe('idle')
    expect(w.auth.frame()).toBeNull()
    expect([...w.store.keys()].filter((key) => key.endsWith('.vault'))).toEqual([])
    const again = await byEmail(w)
    await w.auth.answer('123456')
    expect(await again.outcome).toHaveLength(1)
  })

  test('behavior: cancel before the frame has come asks it nothing', async () => {
    const w = await world({ hangs: ['login-email'] })
    const controller = new AbortController()
    w.auth.begin({ kind: 'email', email: 'ada@shop.example' })
    const outcome = begin(w, { signal: controller.signal })
    controller.abort()
    expect(await codeOf(outcome)).toBe('aborted')
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: what an older attempt says does not end the next one', async () => {
    const w = await world({ hangs: ['login-email'] })
    const first = new AbortController()
    w.auth.begin({ kind: 'email', email: 'ada@shop.example' })
    const one = begin(w, { signal: first.signal })
    await soon(() => expect(w.stands[0]?.asked.at(-1)?.method).toBe('login-email'))
    first.abort()
    await codeOf(one)
    w.auth.begin({ kind: 'google' })
    w.auth.opened(window)
    const two = begin(w)
    w.stands[0]?.tell({ event: 'login-failed', code: 'login-refused' })
    await soon(() => expect(w.prompt()).toMatchObject({ step: { step: 'window' } }))
    w.stands.at(-1)?.tell({ step: 'proved' })
    expect(await two).toHaveLength(1)
  })

  test('behavior: a window that ended without a proof is popup-closed at once', async () => {
    const w = await world()
    const { outcome, address } = await bySocial(w, window, true)
    expect(address).toMatch(/^http:\/\/vault\.localhost:4302\/p\/login\/default#[\w-]{43}$/)
    w.stands[0]?.tell({ event: 'login', step: { step: 'window', window: 'away' } })
    await soon(() => expect(w.prompt()).toMatchObject({ step: { window: 'away' } }))
    // Whatever waited for a timer would wait for ever: the clock stands.
    vi.useFakeTimers()
    w.stands[0]?.tell({ event: 'login', step: { step: 'window', window: 'closed' } })
    expect(await codeOf(outcome)).toBe('popup-closed')
    vi.useRealTimers()
    expect(w.status()).toBe('failed')
  })

  test('behavior: a window that is gone before it was heard is doubted, and believed when it is heard after all', async () => {
    const w = await world()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { outcome } = await bySocial(w, { closed: true } as Window, true)
    expect(w.prompt()).not.toMatchObject({ step: { isSilent: true } })
    vi.advanceTimersByTime(1_500)
    vi.useRealTimers()
    expect(w.prompt()).toMatchObject({ step: { window: 'awaited', isSilent: true } })
    expect(w.status()).toBe('connecting')
    const step = { step: 'window', window: 'open' }
    w.stands[0]?.tell({ event: 'login', step })
    await soon(() => expect(w.prompt()).toEqual({ kind: 'login', step }))
    w.stands[0]?.tell({ step: 'proved' })
    expect(await outcome).toHaveLength(1)
  })

  test('behavior: a number of the window is typed into the page: a wrong one goes on, the right one connects', async () => {
    const w = await world()
    const { outcome } = await bySocial(w, window, true)
    w.stands[0]?.tell({ event: 'login', step: { step: 'window', window: 'number' } })
    await soon(() =>
      expect(w.prompt()).toEqual({ kind: 'login', step: { step: 'window', window: 'number' } }),
    )
    expect(await codeOf(w.auth.answer('314159'))).toBe('code-wrong')
    expect(w.status()).toBe('connecting')
    await w.auth.answer('271828')
    expect(await outcome).toHaveLength(1)
  })

  test.each([
    ['google', 'login-refused', 'login-refused'],
    ['google', 'nonsense', 'social-failed'],
    ['farcaster', 'farcaster-failed', 'farcaster-failed'],
    ['farcaster', 'nonsense', 'farcaster-failed'],
  ] as const)('behavior: %s that begins with %s fails as %s', async (kind, code, name) => {
    const w = await world({ fails: { 'login-window': code, 'login-farcaster': code } })
    w.auth.begin({ kind })
    w.auth.opened(window)
    expect(await codeOf(begin(w))).toBe(name)
  })

  test('behavior: farcaster shows what to scan', async () => {
    const w = await world()
    expect(w.auth.begin({ kind: 'farcaster' })).toEqual({})
    begin(w)
    await soon(() => expect(w.prompt()).toMatchObject({ step: { step: 'farcaster' } }))
  })

  test('behavior: without a way the attempt fails, and asks no vault', async () => {
    const w = await world()
    expect(await codeOf(begin(w))).toBe('connection-failed')
    expect(w.frames.loads()).toBe(0)
  })

  test('behavior: where no window opens the step leads there in this tab, and the return finds the sign-in', async () => {
    const w = await world()
    const { address } = await bySocial(w, null, true)
    await soon(() =>
      expect(w.prompt()).toMatchObject({ step: { step: 'window', window: 'awaited' } }),
    )
    const { leave = '' } = (w.prompt() as { step: { leave?: string } }).step
    const [place, path = ''] = leave.split('~')
    expect(place).toBe(address)
    expect(location.origin + atob(path.replaceAll('-', '+').replaceAll('_', '/'))).toBe(
      location.href,
    )
    // Nothing is kept before the visitor goes.
    expect(w.auth.waiting()).toBeNull()
    w.auth.leaving()
    const login = address.slice(address.indexOf('#') + 1)
    expect(sessionStorage['latchkey.vault.login']).toBe(`${login} google eip155:31337`)
    expect(w.auth.waiting()).toBe('google')
    // The page is left; another document is loaded.
    for (const stop of stops.splice(0)) {
      stop()
    }
    const back = await world({}, w.store)
    await soon(() =>
      expect(back.stands[0]?.asked[0]).toMatchObject({ method: 'login-window', params: { login } }),
    )
    back.stands[0]?.tell({ step: 'proved' })
    await soon(() => expect(getAccount(back.kit).account).toBeDefined())
    expect(sessionStorage['latchkey.vault.login']).toBeUndefined()
  })

  test('behavior: a return that needs the visitor keeps its frame, and waits for the next connect', async () => {
    sessionStorage['latchkey.vault.login'] = `${'a'.repeat(43)} google eip155:31337`
    const w = await world()
    await soon(() => expect(w.stands[0]?.asked[0]?.method).toBe('login-window'))
    const [stand] = w.stands
    if (stand) stand.rules.mustRecover = true
    stand?.tell({ step: 'proved' })
    await soon(() => expect(w.status()).toBe('idle'))
    expect(w.auth.waiting()).toBe('google')
    begin(w)
    await soon(() => expect(w.prompt()).toMatchObject({ step: { step: 'window' } }))
    expect(w.frames.loads()).toBe(1)
    expect(stand?.asked.at(-1)?.params.login).toBe('a'.repeat(43))
  })

  test('behavior: who comes back without having signed in is offered the way again', async () => {
    sessionStorage['latchkey.vault.login'] = `${'b'.repeat(43)} google eip155:31337`
    const w = await world()
    await soon(() => expect(w.stands[0]?.asked[0]?.method).toBe('login-window'))
    await soon(() => expect(w.status()).toBe('idle'))
    begin(w)
    await soon(() =>
      expect(w.prompt()).toMatchObject({
        step: { leave: expect.stringContaining('b'.repeat(43)) },
      }),
    )
  })

  test('behavior: a reload finds the session silently; a page without one loads nothing', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    await soon(() =>
      expect([...w.store.keys()].some((key) => key.endsWith('.connections'))).toBe(true),
    )
    for (const stop of stops.splice(0)) {
      stop()
    }
    const again = await world({ isSignedIn: true }, w.store)
    await soon(() => expect(again.status()).toBe('connected'))
    expect(again.stands[0]?.asked).toEqual([
      { id: 1, method: 'session', params: { chains: ['eip155:31337'] } },
    ])
    for (const stop of stops.splice(0)) {
      stop()
    }
    const gone = await world({}, new Map([...w.store].filter(([key]) => !key.endsWith('.vault'))))
    await soon(() => expect(gone.status()).toBe('idle'))
    expect(gone.frames.loads()).toBe(0)
  })

  test('behavior: a session the vault no longer knows is forgotten', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    await soon(() =>
      expect([...w.store.keys()].some((key) => key.endsWith('.connections'))).toBe(true),
    )
    for (const stop of stops.splice(0)) {
      stop()
    }
    const again = await world({}, w.store)
    await soon(() => expect(again.frames.loads()).toBe(1))
    await soon(() => expect(again.status()).toBe('idle'))
    expect(w.store.get('latchkey.default.v1.vault')).toBeUndefined()
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: a request is asked of the frame on its chain; what is not allowed is refused', async () => {
    const signature = `0x${'11'.repeat(65)}`
    const w = await world({ results: { personal_sign: signature } })
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    expect(await signMessage(w.kit, { message: 'hello' })).toMatchObject({ signature })
    expect(w.stands[0]?.asked.at(-1)).toMatchObject({
      method: 'request',
      params: { chain: 'eip155:31337', method: 'personal_sign' },
    })
    const { features } = w.kit.getState().connectors.embedded ?? {}
    // The sentence that says what happened, and which method it was.
    await expect(
      features?.request?.({ chain: 'eip155:31337', method: 'eth_sign', params: [] }),
    ).rejects.toMatchObject({
      code: 'request-not-allowed',
      message: expect.stringMatching(/^Requested RPC call is not allowed\b.*\beth_sign\b/),
    })
  })

  test('behavior: an approval is told; rejecting it answers the request and tells the frame', async () => {
    const w = await world({ hangs: ['request'] })
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    const told: unknown[] = []
    w.auth.watch((event) => told.push(event))
    const signing = signMessage(w.kit, { message: 'hello' })
    signing.catch(() => {})
    await soon(() => expect(w.stands[0]?.asked.at(-1)?.method).toBe('request'))
    const approval = {
      id: 'a',
      place: 'window',
      url: `${vault}/p/approve#a`,
      method: 'personal_sign',
      chain: 'eip155:31337',
    }
    w.stands[0]?.tell({ event: 'approval', approval })
    // With whose it is: a window that is signed in by itself as somebody else says so.
    const shown = { ...approval, url: `${vault}/p/approve#a~stand-in` }
    await soon(() => expect(told).toEqual([{ type: 'approval', approval: shown }]))
    const asked = w.stands[0]?.asked.at(-1)?.id
    w.auth.reject()
    expect(await codeOf(signing)).toBe('user-rejected')
    await soon(() =>
      expect(w.stands[0]?.asked.at(-1)).toMatchObject({
        method: 'request-cancel',
        params: { request: asked },
      }),
    )
  })

  /** A request of a session whose frame stands outside the dialog, which cannot be moved there. */
  async function requestOutside(place: 'window' | 'frame') {
    const home = document.createElement('div')
    document.body.append(home)
    stops.push(() => home.remove())
    const w = await world({ hangs: ['request'], isSignedIn: true }, new Map(), home)
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    const told: (string | null)[] = []
    w.auth.watch((event) => {
      if (event.type === 'approval') told.push(event.approval?.id ?? null)
    })
    const signing = signMessage(w.kit, { message: 'hello' })
    signing.catch(() => {})
    const isAsked = (load: number) =>
      soon(() => expect(w.stands[load]?.asked.at(-1)?.method).toBe('request'))
    await isAsked(0)
    const show = (load: number, id: string) => {
      const at = { id, place, url: `${vault}/p/approve#a`, chain: 'eip155:31337' }
      w.stands[load]?.tell({ event: 'approval', approval: { ...at, method: 'personal_sign' } })
      return soon(() => expect(told.at(-1)).toBe(id))
    }
    await show(0, 'first')
    return { w, home, told, signing, isAsked, show }
  }

  test('behavior: what waits in a window is not lost to a dialog its frame cannot be moved to', async () => {
    const { w, home, told, signing } = await requestOutside('window')
    w.auth.home(home)
    w.stands[0]?.answer('request', { result: '0x5167' })
    expect(await signing).toMatchObject({ signature: '0x5167' })
    expect([w.frames.loads(), told]).toEqual([1, ['first']])
  })

  test('behavior: what a frame shows is asked once more in the dialog it cannot be moved to', async () => {
    const { w, home, told, signing, isAsked, show } = await requestOutside('frame')
    w.auth.home(home)
    await isAsked(1)
    expect(w.auth.frame()?.parentNode).toBe(home)
    await show(1, 'again')
    w.stands[1]?.answer('request', { result: '0x5167' })
    expect(await signing).toMatchObject({ signature: '0x5167' })
    expect([w.frames.loads(), told]).toEqual([2, ['first', 'again']])
  })

  test('behavior: declined while its frame is loaded anew, a request is not asked once more', async () => {
    const { w, home, told, signing } = await requestOutside('frame')
    w.auth.home(home)
    w.auth.reject()
    expect(await codeOf(signing)).toBe('user-rejected')
    expect(w.stands[1]?.asked.map(({ method }) => method) ?? []).not.toContain('request')
    expect(told).toEqual(['first', null])
  })

  test('behavior: the visitor disconnects: the vault signs out, the frame goes', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    await disconnect(w.kit)
    expect(w.stands[0]?.asked.at(-1)).toMatchObject({
      method: 'logout',
      params: { everywhere: false },
    })
    expect(document.querySelector('stand-in-frame')).toBeNull()
    expect(w.store.get('latchkey.default.v1.vault')).toBeUndefined()
    expect(w.auth.session()).toBeNull()
  })

  test('behavior: a session ended in the vault ends here', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    w.stands[0]?.tell({ event: 'session', session: null })
    await soon(() => expect(w.status()).toBe('idle'))
    expect(document.querySelector('stand-in-frame')).toBeNull()
  })

  test('behavior: a session of somebody else ends this one', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    w.stands[0]?.tell({
      event: 'session',
      session: { ...w.stands[0]?.session(), account: 'other' },
    })
    await soon(() => expect(w.status()).toBe('idle'))
  })

  test('behavior: the email changes by the code of the old address, then of the new', async () => {
    const w = await world()
    expect(await codeOf(w.auth.changeEmail('new@shop.example'))).toBe('auth-not-connected')
    expect(() => w.auth.open('export')).toThrow(
      expect.objectContaining({ code: 'auth-not-connected' }),
    )
    const { outcome } = await byEmail(w)
    // While a sign-in is under way its frame is there for a visitor who cannot finish it, and for
    // nothing else.
    expect(() => w.auth.open('export')).toThrow(
      expect.objectContaining({ code: 'auth-not-connected' }),
    )
    expect(w.auth.open('way-out').url).toMatch(
      /^http:\/\/vault\.localhost:4302\/p\/way-out\/default#[\w-]{43}$/,
    )
    await w.auth.answer('123456')
    await outcome
    // Without the dialog too: by actions.
    const [old, next] = ['ada@shop.example', 'new@shop.example']
    expect(await changeEmail(w.kit, { email: next })).toMatchObject({ step: 'code', email: old })
    expect(await resendEmailChange(w.kit)).toMatchObject({ step: 'code', email: old })
    expect(await confirmEmailChange(w.kit, { code: '123456' })).toMatchObject({
      step: 'code',
      email: next,
    })
    expect(await resendEmailChange(w.kit)).toMatchObject({ step: 'code', email: next })
    expect(await codeOf(confirmEmailChange(w.kit, { code: '654321' }))).toBe('code-wrong')
    expect(await confirmEmailChange(w.kit, { code: '123456' })).toMatchObject({ step: 'connected' })
    expect(w.auth.session()?.identities).toEqual([{ kind: 'email', label: next }])
    expect(w.auth.open('export').url).toMatch(
      /^http:\/\/vault\.localhost:4302\/p\/export\/default#[\w-]{43}~stand-in$/,
    )
  })

  test('behavior: asked who is signed in, only what changed is told', async () => {
    const w = await world()
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    // The vault tells the same until something changes there.
    const stands = w.stands[0] as StandIn
    const session = stands.session()
    stands.rules.hangs.push('session')
    const told: unknown[] = []
    const stop = w.auth.watch((event) => event.type === 'session' && told.push(event.session))
    const look = async (more: object) => {
      const count = stands.asked.length
      const looked = w.auth.look()
      await soon(() => expect(stands.asked.slice(count)).toMatchObject([{ method: 'session' }]))
      stands.answer('session', { result: { ...session, ...more } })
      await looked
    }
    await look({})
    told.splice(0)
    await look({})
    expect(told).toEqual([])
    await look({ identities: [{ kind: 'email', label: 'new@shop.example' }] })
    expect(told).toMatchObject([{ identities: [{ label: 'new@shop.example' }] }])
    stop()
  })

  test('behavior: a frame the page took away is loaded again, and asked who is signed in', async () => {
    const w = await world({ results: { personal_sign: `0x${'11'.repeat(65)}` }, isSignedIn: true })
    const { outcome } = await byEmail(w)
    await w.auth.answer('123456')
    await outcome
    document.querySelector('stand-in-frame')?.remove()
    await signMessage(w.kit, { message: 'hello' })
    expect(w.frames.loads()).toBe(2)
    expect(w.stands[1]?.asked.map(({ method }) => method)).toEqual(['session', 'request'])
  })
})
