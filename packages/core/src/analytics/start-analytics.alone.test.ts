// @vitest-environment happy-dom

import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeGateway, fakeGateway } from '../../test/fake-gateway.ts'
import { adapter, deferred, raw, session, wallet } from '../../test/fake-parts.ts'
import { challenge, fakeSignInServer } from '../../test/fake-sign-in.ts'
import { connect } from '../connect/connect.ts'
import { createKit } from '../create-kit.ts'
import { inside } from '../machine/inside.ts'
import type { Kit, KitOptions } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { LastSession } from '../machine/state.ts'
import { setAnalyticsConsent } from './consent.ts'
import { type AnalyticsOptions, startAnalytics } from './start-analytics.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const held: { gateway: FakeGateway; stops: (() => void)[] } = {
  gateway: undefined as never,
  stops: [],
}

beforeEach(() => {
  vi.useFakeTimers()
  held.gateway = fakeGateway()
  held.stops = []
})
afterEach(() => {
  for (const stop of held.stops) {
    stop()
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const fox = () => wallet('fox', ['alpha'])

function makeKit(more: Partial<KitOptions> = {}, wallets = [fox()]): Kit {
  const kit = createKit({
    adapters: [adapter('alpha', wallets)],
    storage: null,
    gateway: { url: 'https://gw.example', project: 'shop' },
    features: { analytics: true },
    ...more,
  })
  kit.subscribe(() => undefined)
  return kit
}

function start(kit: Kit, options?: AnalyticsOptions): () => void {
  const stop = startAnalytics(kit, options)
  held.stops.push(stop)
  return stop
}

/** A browser that says so; undone by the answer. */
function saying(name: string, value: unknown): () => void {
  Object.defineProperty(navigator, name, { configurable: true, value })
  return () => Object.defineProperty(navigator, name, { configurable: true, value: undefined })
}

describe('startAnalytics', () => {
  test('default', async () => {
    const { gateway } = held
    const kit = makeKit()
    start(kit)
    await connect(kit, { connector: 'fox' })
    await wait(1_000)
    expect(gateway.requests.map(({ by, path }) => `${by} ${path}`)).toEqual([
      'fetch /getAnalyticsConfig',
      'fetch /batch',
    ])
    const [initialise, asked, connected] = gateway.events()
    expect(initialise).toEqual({
      eventId: expect.stringMatching(uuid),
      url: location.origin + location.pathname,
      domain: location.host,
      timestamp: expect.any(Number),
      props: {
        type: 'track',
        event: 'INITIALIZE',
        properties: {
          caipNetworkId: 'alpha:1',
          device: 'desktop',
          adapters: ['alpha'],
          networks: ['alpha:1', 'alpha:2'],
          transports: [],
          features: { analytics: true },
          wallets: {},
          hasSignIn: false,
        },
      },
    })
    expect(asked?.props).toMatchObject({
      event: 'WALLET_ASKED',
      visit: expect.stringMatching(uuid),
    })
    expect(connected?.props).toEqual({
      type: 'track',
      event: 'CONNECT_SUCCESS',
      visit: asked?.props.visit,
      address: 'a1',
      properties: {
        caipNetworkId: 'alpha:1',
        device: 'desktop',
        name: 'fox',
        method: 'browser',
        platform: 'browser',
        namespace: 'alpha',
        reconnect: false,
      },
    })
  })

  test('behavior: who signed in by email or social account is counted as such, and never leaves as the name of a wallet', async () => {
    const { gateway } = held
    const login = wallet('login', ['alpha'], {
      wallet: { name: 'Email or social account', keys: [], origin: 'auth' },
      auth: {} as never,
      answer: async () => ({
        sessions: [{ ...session('alpha'), peer: { name: 'ada@shop.example' } }],
      }),
    } as never)
    const kit = makeKit({}, [login])
    start(kit)
    await connect(kit, { connector: 'login' })
    await wait(1_000)
    const way = {
      name: 'Email or social account',
      method: 'email',
      platform: 'email',
      namespace: 'alpha',
    }
    const told = gateway.events().map(({ props }) => props)
    expect(told.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties).toMatchObject(way)
    expect(told.find(({ event }) => event === 'WALLET_ASKED')?.properties).toMatchObject(way)
    expect(JSON.stringify(gateway.requests)).not.toContain('ada@')
  })

  test('behavior: the page’s query and fragment stay at home', async () => {
    history.replaceState(null, '', '/shop?token=secret#secret')
    start(makeKit())
    await wait(1_000)
    expect(held.gateway.events()[0]?.url).toBe(`${location.origin}/shop`)
    expect(JSON.stringify(held.gateway.requests)).not.toContain('secret')
    history.replaceState(null, '', '/')
  })

  test.each<[string, Partial<KitOptions>, string[]]>([
    ['without a gateway, nothing at all', { gateway: undefined as never }, []],
    [
      'with analytics off, the initialise event only',
      { features: { analytics: false } },
      ['INITIALIZE'],
    ],
    ['with analytics not mentioned, the same', { features: {} }, ['INITIALIZE']],
    ['without consent, the same', { analytics: { consent: false } }, ['INITIALIZE']],
  ])('behavior: %s', async (_, options, names) => {
    const kit = makeKit(options)
    start(kit)
    await connect(kit, { connector: 'fox' })
    await wait(60_000)
    expect(held.gateway.names()).toEqual(names)
    expect(held.gateway.requests.some(({ path }) => path === '/getAnalyticsConfig')).toBe(false)
    expect(JSON.stringify(held.gateway.requests)).not.toMatch(/visit|"address"/)
  })

  test.each([
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ])(
    'behavior: a browser that says %s is heard, whatever the owner passes',
    async (name, value) => {
      const undo = saying(name, value)
      const kit = makeKit({ analytics: { consent: true } })
      start(kit)
      setAnalyticsConsent(kit, true)
      await connect(kit, { connector: 'fox' })
      await wait(60_000)
      undo()
      expect(held.gateway.names()).toEqual(['INITIALIZE'])
    },
  )

  test.each<[string, () => Promise<unknown>]>([
    ['says no', async () => ({ isAnalyticsEnabled: false })],
    ['fails', async () => Promise.reject(new TypeError('down'))],
    ['answers something else', async () => ({ isAnalyticsEnabled: 'yes' })],
  ])('behavior: a gateway that %s gets the initialise event only', async (_, config) => {
    held.gateway.config = config
    const kit = makeKit()
    start(kit)
    await connect(kit, { connector: 'fox' })
    await wait(60_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE'])
  })

  test('behavior: until the gateway has agreed only the initialise event leaves, not even with the page', async () => {
    const answer = deferred<unknown>()
    held.gateway.config = () => answer.promise
    const kit = makeKit()
    start(kit)
    await connect(kit, { connector: 'fox' })
    await wait(5_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE'])
    window.dispatchEvent(new Event('pagehide'))
    expect(held.gateway.names()).toEqual(['INITIALIZE'])
    answer.resolve({ isAnalyticsEnabled: true })
    await wait(10_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE', 'WALLET_ASKED', 'CONNECT_SUCCESS'])
  })

  test('behavior: consent taken back throws away what waits; given again, what follows counts', async () => {
    const kit = makeKit()
    start(kit)
    await wait(1_000)
    await connect(kit, { connector: 'fox' })
    setAnalyticsConsent(kit, false)
    note(kit, { type: 'disconnect-failed', error: { code: 'disconnect-failed' } })
    await wait(60_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE'])
    setAnalyticsConsent(kit, true)
    note(kit, { type: 'disconnect-failed', error: { code: 'disconnect-failed' } })
    await wait(10_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE', 'DISCONNECT_ERROR'])
  })

  test('behavior: consent given late asks the gateway then', async () => {
    const kit = makeKit({ analytics: { consent: false } })
    start(kit)
    await wait(1_000)
    setAnalyticsConsent(kit, true)
    await connect(kit, { connector: 'fox' })
    await wait(10_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE', 'WALLET_ASKED', 'CONNECT_SUCCESS'])
  })

  test('behavior: a page left alone asks nothing', async () => {
    const kit = makeKit()
    start(kit)
    await connect(kit, { connector: 'fox' })
    await wait(1_000)
    const { length } = held.gateway.requests
    await wait(3_600_000)
    expect(held.gateway.requests).toHaveLength(length)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('parameters: since', async () => {
    const kit = makeKit()
    const state = kit.getState()
    const news: Parameters<Parameters<Kit['watch']>[0]>[] = []
    kit.watch((...one) => void news.push(one))
    await connect(kit, { connector: 'fox' })
    start(kit, { since: { state, news } })
    await wait(1_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE', 'WALLET_ASKED', 'CONNECT_SUCCESS'])
    expect(held.gateway.events().at(-1)?.props.properties).toMatchObject({ reconnect: false })
  })

  test('behavior: a connection that stood before is one found again', async () => {
    const kit = makeKit()
    await connect(kit, { connector: 'fox' })
    start(kit)
    await wait(1_000)
    expect(held.gateway.events().at(-1)?.props).toMatchObject({
      event: 'CONNECT_SUCCESS',
      properties: { reconnect: true },
    })
  })

  test('behavior: a second start adds its sources to the first; the last stop ends it', async () => {
    const kit = makeKit()
    const first = start(kit)
    let isStopped = false
    const second = start(kit, {
      sources: [
        ({ track }) => {
          track('MODAL_OPEN', { connected: false })
          return () => {
            isStopped = true
          }
        },
      ],
    })
    await wait(1_000)
    expect(held.gateway.names()).toEqual(['INITIALIZE', 'MODAL_OPEN'])
    first()
    first()
    await connect(kit, { connector: 'fox' })
    second()
    expect(isStopped).toBe(true)
    expect(held.gateway.names().slice(2)).toEqual(['WALLET_ASKED', 'CONNECT_SUCCESS'])
    note(kit, { type: 'disconnect-failed', error: { code: 'disconnect-failed' } })
    window.dispatchEvent(new Event('pagehide'))
    await wait(60_000)
    expect(held.gateway.names()).toHaveLength(4)
  })

  test('behavior: two kits never meet', async () => {
    const [kit, other] = [makeKit(), makeKit({ id: 'other', features: {} })]
    start(kit)
    start(other)
    setAnalyticsConsent(other, false)
    await connect(other, { connector: 'fox' })
    await connect(kit, { connector: 'fox' })
    await wait(1_000)
    expect(held.gateway.names().sort()).toEqual([
      'CONNECT_SUCCESS',
      'INITIALIZE',
      'INITIALIZE',
      'WALLET_ASKED',
    ])
  })

  test('behavior: errors of ours that nobody caught go alone, five a minute; those of the page do not', async () => {
    const kit = makeKit()
    start(kit)
    await wait(1_000)
    const before = held.gateway.requests.length
    const throwIt = (error: unknown): void => {
      window.dispatchEvent(Object.assign(new Event('error'), { error }))
    }
    throwIt(new Error('of the page'))
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new TypeError('of the page') }),
    )
    expect(held.gateway.requests).toHaveLength(before)
    for (let i = 0; i < 9; i++) {
      throwIt(new LatchkeyError('unknown', { reason: `no ${i}` }))
    }
    const sent = held.gateway.requests.slice(before)
    expect(sent.map(({ by, path }) => `${by} ${path}`)).toEqual(Array(5).fill('beacon /e'))
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      props: {
        type: 'error',
        event: 'INTERNAL_SDK_ERROR',
        errorType: 'unknown',
        errorMessage: 'no 0',
        stackTrace: expect.stringContaining('LatchkeyError'),
        properties: { uncaught: true },
      },
    })
    await wait(60_000)
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), {
        reason: new LatchkeyError('unknown', { reason: 'late' }),
      }),
    )
    expect(held.gateway.requests.slice(before)).toHaveLength(6)
  })

  test('behavior: whatever the gateway does, nothing is thrown and no click waits', async () => {
    const rejections: unknown[] = []
    const onRejection = (reason: unknown): void => void rejections.push(reason)
    process.on('unhandledRejection', onRejection)
    for (const status of [0, 400, 401, 429, 500]) {
      held.gateway.status = status
      held.gateway.beacon = 'missing'
      const kit = makeKit({}, [
        wallet('fox', ['alpha'], { connect: async () => Promise.reject(raw('unknown')) }),
      ])
      const stop = start(kit)
      await connect(kit, { connector: 'fox' }).catch(() => undefined)
      window.dispatchEvent(new Event('pagehide'))
      await wait(30_000)
      stop()
    }
    await wait(1)
    process.off('unhandledRejection', onRejection)
    expect(rejections).toEqual([])
  })
})

describe('what a kit says', () => {
  const say = async (
    kit: Kit,
    run: () => unknown,
  ): Promise<{ event: string; [key: string]: unknown }[]> => {
    start(kit)
    await wait(1_000)
    const before = held.gateway.events().length
    await run()
    await wait(10_000)
    return held.gateway
      .events()
      .slice(before)
      .map(({ props: { event, properties, errorType } }) => ({
        event,
        ...properties,
        ...(errorType && { errorType }),
      }))
  }

  test.each([
    ['connection-rejected', 'USER_REJECTED'],
    ['user-rejected', 'USER_REJECTED'],
    ['wallet-answer-invalid', 'CONNECT_ERROR'],
  ] as const)('behavior: a connect that ends with %s', async (code, event) => {
    const kit = makeKit({}, [
      wallet('fox', ['alpha'], { connect: async () => Promise.reject(raw(code)) }),
    ])
    const said = await say(kit, () => connect(kit, { connector: 'fox' }).catch(() => undefined))
    const track = said.filter(({ errorType }) => !errorType)
    expect(track.map((one) => one.event)).toEqual(['WALLET_ASKED', event])
    expect(track[1]).toMatchObject({ name: 'fox', message: expect.any(String), namespace: 'alpha' })
    expect(said.filter(({ errorType }) => errorType)).toHaveLength(
      event === 'CONNECT_ERROR' ? 1 : 0,
    )
  })

  test.each(['vault-unreachable', 'vault-refused', 'vault-storage-missing'] as const)(
    'behavior: the site of embedded wallets that cannot be had (%s), asked for or taken up again',
    async (code) => {
      const fake = wallet('fox', ['alpha'], { connect: async () => Promise.reject(raw(code)) })
      const kit = makeKit({}, [fake])
      const said = await say(kit, async () => {
        const attempt = kit[inside].newAttempt()
        kit[inside].learn({ connection: reduceConnection })
        const last: LastSession = { sessions: [session('alpha')], hidden: [] }
        kit[inside].dispatch({ type: 'resume-started', connector: 'fox', attempt, last })
        kit[inside].dispatch({ type: 'resume-failed', connector: 'fox', attempt, error: { code } })
        await connect(kit, { connector: 'fox' }).catch(() => undefined)
      })
      expect(said.filter(({ event }) => event === 'SECURE_SITE_ERROR')).toMatchObject([
        { errorType: code },
        { errorType: code },
      ])
    },
  )

  test('behavior: disconnecting, of one family and of all', async () => {
    const { disconnect } = await import('../connect/disconnect.ts')
    const kit = makeKit({}, [wallet('fox', ['alpha'])])
    const said = await say(kit, async () => {
      await connect(kit, { connector: 'fox' })
      await disconnect(kit, { namespace: 'alpha' })
      await connect(kit, { connector: 'fox' })
      await disconnect(kit)
      await disconnect(kit)
    })
    const ended = said.filter(({ event }) => event === 'DISCONNECT_SUCCESS')
    expect(ended.map(({ namespace, name }) => [namespace, name])).toEqual([
      ['alpha', 'fox'],
      ['all', 'fox'],
    ])
  })

  test('behavior: a wallet that cannot be told', async () => {
    const { disconnect } = await import('../connect/disconnect.ts')
    const kit = makeKit({}, [
      wallet('fox', ['alpha'], { disconnect: async () => Promise.reject(new Error('no')) }),
    ])
    const said = await say(kit, async () => {
      await connect(kit, { connector: 'fox' })
      await disconnect(kit).catch(() => undefined)
    })
    expect(said.map(({ event }) => event).slice(2)).toEqual([
      'DISCONNECT_SUCCESS',
      'DISCONNECT_ERROR',
    ])
    expect(said.at(-1)).toMatchObject({ code: 'disconnect-failed' })
  })

  test('behavior: chains and accounts', async () => {
    const { switchChain } = await import('../account/switch-chain.ts')
    const { selectAccount } = await import('../account/select-account.ts')
    const fake = fox()
    const granted = session('alpha', ['a1', 'a2'])
    const [first, second] = granted.accounts
    fake.answer = async () => ({
      sessions: [{ ...granted, accounts: [first!, { ...second!, type: 'smartAccount' }] }],
    })
    const kit = makeKit({}, [fake])
    const said = await say(kit, async () => {
      await switchChain(kit, { chain: 'alpha:2' })
      await switchChain(kit, { chain: 'alpha:2' })
      await connect(kit, { connector: 'fox' })
      selectAccount(kit, { account: 'alpha:1:a2' })
      fake.emit({ type: 'session', session: session('alpha', ['a1'], '2'), reason: 'chain' })
    })
    expect(said.filter(({ event }) => !/^(CONNECT|WALLET)/.test(event))).toMatchObject([
      { event: 'SWITCH_NETWORK', network: 'alpha:2' },
      { event: 'SET_PREFERRED_ACCOUNT_TYPE', accountType: 'smartAccount', network: 'alpha:1' },
      { event: 'SWITCH_NETWORK', network: 'alpha:2' },
    ])
  })

  test.each([
    ['sent', async () => ({ hash: '0xh' }), ['SEND_INITIATED', 'SEND_SUCCESS']],
    [
      'declined',
      async () => Promise.reject(raw('user-rejected')),
      ['SEND_INITIATED', 'SEND_REJECTED'],
    ],
    [
      'failed',
      async () => Promise.reject(raw('insufficient-funds')),
      ['SEND_INITIATED', 'SEND_ERROR'],
    ],
  ])('behavior: a transfer that is %s', async (how, transfer, names) => {
    const { prepareSend } = await import('../send/prepare-send.ts')
    const { send } = await import('../send/send.ts')
    const alpha = adapter('alpha', [wallet('fox', ['alpha'], { features: { transfer } })])
    const kit = makeKit({ adapters: [alpha] })
    const asset = alpha.nativeAsset(alpha.chains[0]!)
    const said = await say(kit, async () => {
      await connect(kit, { connector: 'fox' })
      alpha.balances = [{ asset, amount: 10n ** 20n }]
      const { transaction } = await prepareSend(kit, {
        asset,
        amount: 12_300_000_000_000_000_000n,
        to: 'a2',
      })
      await send(kit, { id: transaction.id }).catch(() => undefined)
    })
    const sent = said.filter(({ event }) => event.startsWith('SEND'))
    expect(sent.map(({ event }) => event)).toEqual(names)
    for (const one of sent) {
      expect(one).toMatchObject({
        token: 'COIN',
        amount: '12.3',
        network: 'alpha:1',
        isSmartAccount: false,
      })
    }
    if (how === 'sent') expect(sent[1]?.hash).toBe('0xh')
    else expect(sent[1]).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  })

  test.each([
    ['sent', async () => ({ hash: '0xh' }), ['INITIATE_SWAP', 'SWAP_SUCCESS']],
    ['declined', async () => Promise.reject(raw('user-rejected')), ['INITIATE_SWAP', 'SWAP_ERROR']],
    [
      'failed',
      async () => Promise.reject(raw('insufficient-funds')),
      ['INITIATE_SWAP', 'SWAP_ERROR'],
    ],
  ])(
    'behavior: a swap that is %s, and an approval of which only a failure is told',
    async (how, sendCall, names) => {
      const { reduceTransaction } = await import('../machine/reduce-transaction.ts')
      const { send } = await import('../send/send.ts')
      const kit = makeKit({
        adapters: [adapter('alpha', [wallet('fox', ['alpha'], { features: { sendCall } })])],
      })
      const asset = { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6 } as const
      const call = { to: 'a9', data: '0x', value: 0n }
      const base = {
        status: 'draft',
        chain: 'alpha:1',
        from: 'alpha:1:a1',
        to: 'a9',
        asset,
        call,
      } as const
      const amount = 12_300_000n
      const receives = {
        asset: { ...asset, symbol: 'TWO', decimals: 2 },
        amount: 250n,
        minimum: 247n,
      }
      const said = await say(kit, async () => {
        await connect(kit, { connector: 'fox' })
        kit[inside].learn({ transaction: reduceTransaction })
        for (const transaction of [
          { ...base, id: 'a', createdAt: 1, purpose: 'approve', amount: 2n ** 256n - 1n },
          { ...base, id: 's', createdAt: 1, purpose: 'swap', amount, receives },
        ] as const) {
          kit[inside].dispatch({ type: 'transaction-drafted', transaction })
        }
        await send(kit, { id: 'a' }).catch(() => undefined)
        await send(kit, { id: 's' }).catch(() => undefined)
      })
      const told = said.filter(({ event }) => /SWAP|SEND/.test(event))
      expect(told.map(({ event }) => event)).toEqual(
        how === 'sent' ? names : ['SWAP_APPROVAL_ERROR', ...names],
      )
      for (const one of told) {
        expect(one).toMatchObject({
          network: 'alpha:1',
          isSmartAccount: false,
          swapFromToken: 'ONE',
          swapFromAmount: '12.3',
          swapToToken: 'TWO',
          swapToAmount: '2.5',
        })
      }
      if (how !== 'sent')
        for (const one of told.filter(({ event }) => event.endsWith('ERROR'))) {
          expect(one).toMatchObject({ message: expect.any(String), code: expect.any(String) })
        }
    },
  )

  test('behavior: sign-in, taken and refused', async () => {
    const { signIn } = await import('../sign/sign-in.ts')
    const provider = fakeSignInServer()
    provider.answers.challenge = { ...challenge, domain: location.host }
    const signMessage = vi.fn(async () => ({ signature: '0xsig' }))
    const kit = makeKit({ signIn: { provider } }, [
      wallet('fox', ['alpha'], { features: { signMessage } }),
    ])
    const said = await say(kit, async () => {
      await connect(kit, { connector: 'fox' })
      await signIn(kit)
      provider.answers.verify = new Error('no')
      await signIn(kit).catch(() => undefined)
      signMessage.mockRejectedValueOnce(raw('user-rejected'))
      await signIn(kit).catch(() => undefined)
    })
    expect(said.slice(2)).toMatchObject([
      { event: 'SIWX_AUTH_SUCCESS', network: 'alpha:1', isSmartAccount: false },
      { event: 'SIWX_AUTH_ERROR', code: 'sign-in-failed' },
      { event: 'SIWX_AUTH_ERROR', code: 'user-rejected' },
    ])
  })

  test('behavior: the history, and calls that fail for good', async () => {
    const kit = makeKit()
    const said = await say(kit, () => {
      note(kit, { type: 'history-asked', account: 'alpha:1:a1', cursor: 'c' })
      note(kit, { type: 'history-failed', account: 'alpha:1:a1', error: { code: 'server-error' } })
      note(kit, { type: 'call-failed', path: 'getWallets', error: { code: 'server-error' } })
      note(kit, {
        type: 'call-failed',
        path: 'getWallets',
        error: { code: 'gateway-answer-invalid' },
      })
    })
    expect(said.map(({ event }) => event).sort()).toEqual([
      'API_ERROR',
      'DATA_PARSING_ERROR',
      'ERROR_FETCH_TRANSACTIONS',
      'LOAD_MORE_TRANSACTIONS',
    ])
    expect(said.find(({ event }) => event === 'LOAD_MORE_TRANSACTIONS')).toMatchObject({
      address: 'alpha:1:a1',
      projectId: 'shop',
      cursor: 'c',
      isSmartAccount: false,
    })
  })
})
