import {
  type Adapter,
  type Connector,
  connect,
  createKit,
  disconnect,
  type Kit,
  type KitOptions,
  learnFeatures,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalOptions } from '../../contract/options.ts'
import type { Route } from '../../contract/route.ts'
import {
  initialRouterState,
  type RouterAction,
  type RouterState,
  reduceRouter,
} from '../../contract/router.ts'
import { followKit } from '../../dialog/follow-kit.ts'
import type { Navigation } from '../../dialog/navigation.ts'
import { isRequired } from './account-to-ask.ts'
import { emailQuestionOf } from './email-question.ts'
import { guardCapture } from './guard-capture.ts'
import { startCapture } from './start-capture.ts'

const stops: (() => void)[] = []
/** What the gateway says of it. */
const capture: { config: readonly string[] | null } = { config: null }
beforeEach(() => {
  capture.config = null
  vi.stubGlobal('fetch', async () => {
    const feature = {
      id: 'email_capture',
      isEnabled: capture.config?.length !== 0,
      config: capture.config,
    }
    return new Response(JSON.stringify({ features: [feature] }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

const adapterOf = (namespace: string): Adapter =>
  ({
    namespace,
    name: namespace,
    chains: [
      {
        id: `${namespace}:1`,
        name: 'One',
        nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
        rpcUrls: [],
      },
    ],
    discover: () => () => {},
    explain: () => 'unknown',
    isAddress: () => true,
    isSameAddress: (a: string, b: string) => a === b,
  }) as unknown as Adapter

function connectorOf(id: string, namespace = 'eip155', chain = '1', more: object = {}): Connector {
  const account = `${namespace}:${chain}:0x${id}` as const
  const session = {
    namespace,
    chains: [],
    accounts: [{ account, type: 'eoa' as const }],
    selected: account,
  }
  return {
    id,
    namespaces: [namespace],
    wallet: { name: id, keys: [`test.${id}`], origin: 'announced' },
    features: {},
    connect: async () => ({ sessions: [session] }),
    disconnect: async () => {},
    watch: () => () => {},
    ...more,
  } as unknown as Connector
}

const gateway = { url: 'https://gateway.example', project: 'shop' }

function scene(
  features: KitOptions['features'] = { emailCapture: true },
  more: Partial<KitOptions> = {},
  options: ModalOptions = {},
) {
  const kit: Kit = createKit({
    adapters: [adapterOf('eip155'), adapterOf('solana')],
    storage: null,
    gateway,
    features,
    ...more,
  })
  for (const one of [
    connectorOf('Fox'),
    connectorOf('Sol', 'solana'),
    connectorOf('Far', 'eip155', '9'),
    connectorOf('Mail', 'eip155', '1', { auth: {} }),
  ]) {
    kit[inside].dispatch({ type: 'connector-found', connector: one })
  }
  let router: RouterState = initialRouterState
  const told: string[] = []
  const act = (action: RouterAction): void => {
    router = reduceRouter(router, action)
  }
  const open = (route: Route): boolean => {
    act({ type: 'open', route })
    return true
  }
  const disconnecting = { disconnect: (connector: string) => disconnect(kit, { connector }) }
  const held = { account: async () => ({ scope: disconnecting as never }) }
  const modal = {
    features: { load: () => held.account() },
    close: () => {
      if (router.open) told.push(`closed, ${Object.keys(kit.getState().active).length} connected`)
      act({ type: 'close' })
    },
  } as unknown as Navigation['modal']
  const getState = () => ({ router })
  const { ask, stop } = startCapture({
    kit,
    modal,
    getState,
    open,
  })
  const further = { load: async () => ({ scope: { ask } as never }) }
  const navigation = {
    modal,
    getState,
    open,
    features: { get: () => undefined, load: () => further.load() },
  } as unknown as Navigation
  stops.push(
    stop,
    followKit(kit, navigation, () => options),
  )
  const settled = async (): Promise<unknown> => {
    await learnFeatures(kit)
    await vi.dynamicImportSettled()
    return new Promise((done) => setTimeout(done))
  }
  return {
    kit,
    told,
    further,
    held,
    modal,
    settled,
    act,
    getState,
    view: () => (router.open ? router.history.map(({ route }) => route.view).join(' ') : 'closed'),
    route: () => router.history.at(-1)?.route,
    /** As by a click in the dialog. */
    async enter(connector: string) {
      act({ type: 'open', route: { view: 'Connect' } })
      act({ type: 'push', route: { view: 'ConnectingExternal', connector } })
      await connect(kit, { connector })
      await settled()
    },
  }
}

describe('startCapture', () => {
  test('default: whoever has connected is asked before anything else, and then goes where they would have gone', async () => {
    const { enter, view, route, kit } = scene()
    await enter('Fox')
    // Nothing to go back to.
    expect(view()).toBe('DataCapture')
    expect(route()).toEqual({ view: 'DataCapture', connector: 'Fox', account: 'eip155:1:0xFox' })
    emailQuestionOf(kit)?.goOn()
    expect(view()).toBe('closed')
  })

  test.each<readonly [string, Parameters<typeof scene>, string]>([
    ['not wanted', [{}], 'Fox'],
    ['an empty list', [{ emailCapture: [] }], 'Fox'],
    ['no gateway', [{ emailCapture: true }, { gateway: undefined } as never], 'Fox'],
    ['signed in by email', [{ emailCapture: ['required'] }], 'Mail'],
  ])('behavior: nobody is asked: %s', async (_, parameters, connector) => {
    const { enter, view, told } = scene(...parameters)
    await enter(connector)
    expect([view(), told]).toEqual(['closed', ['closed, 1 connected']])
  })

  test('behavior: nobody is asked twice, and another account is', async () => {
    const { enter, view, modal, kit } = scene()
    await enter('Fox')
    modal.close()
    await disconnect(kit, { connector: 'Fox' })
    await enter('Fox')
    expect(view()).toBe('closed')
    await enter('Sol')
    expect(view()).toBe('DataCapture')
  })

  test('behavior: where it is required, who has not answered is asked again', async () => {
    const { enter, view, modal, kit } = scene({ emailCapture: ['required'] })
    await enter('Fox')
    modal.close()
    await disconnect(kit, { connector: 'Fox' })
    await enter('Fox')
    expect(view()).toBe('DataCapture')
  })

  test('behavior: what the operator switched off is not asked, whatever the page says', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    capture.config = []
    const { enter, view, told } = scene({ emailCapture: ['required'] })
    await enter('Fox')
    expect([view(), told]).toEqual(['closed', ['closed, 1 connected']])
    vi.restoreAllMocks()
  })

  test('behavior: what the operator requires cannot be skipped', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    capture.config = ['required']
    const { enter, kit } = scene({ emailCapture: true })
    await enter('Fox')
    expect([emailQuestionOf(kit) !== undefined, isRequired(kit)]).toEqual([true, true])
    vi.restoreAllMocks()
  })

  test('behavior: a gateway that does not answer keeps nobody waiting', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const { act, kit, view } = scene({ emailCapture: true })
    act({ type: 'open', route: { view: 'Connect' } })
    await connect(kit, { connector: 'Fox' })
    await vi.advanceTimersByTimeAsync(999)
    expect(view()).toBe('Connect')
    await vi.advanceTimersByTimeAsync(2)
    expect(view()).toBe('DataCapture')
    vi.useRealTimers()
  })

  test('behavior: a page that connects by itself asks nobody', async () => {
    const { kit, view, settled } = scene({ emailCapture: ['required'] })
    await connect(kit, { connector: 'Fox' })
    await settled()
    expect(view()).toBe('closed')
  })

  test('behavior: families that one prompt opens are one question', async () => {
    const { enter, kit, route, settled } = scene()
    await enter('Fox')
    await connect(kit, { connector: 'Sol' })
    await settled()
    expect(route()).toMatchObject({ view: 'DataCapture', connector: 'Fox' })
  })

  test('behavior: a connection that ends ends the question', async () => {
    const { enter, view, kit } = scene()
    await enter('Fox')
    kit[inside].dispatch({ type: 'session-ended', connector: 'Fox' })
    expect(view()).toBe('closed')
  })

  test('behavior: a network the owner does not want comes after the answer', async () => {
    const { enter, view, kit } = scene({ emailCapture: true }, {}, { requireSupportedChain: true })
    await enter('Far')
    expect(view()).toBe('DataCapture')
    emailQuestionOf(kit)?.goOn()
    expect(view()).toBe('UnsupportedChain')
  })

  test('behavior: code that does not come stands in nobody’s way', async () => {
    const { enter, view, further } = scene({ emailCapture: ['required'] })
    further.load = () => Promise.reject(new Error('offline'))
    await enter('Fox')
    expect(view()).toBe('closed')
  })

  test.each([
    ['may be skipped', true, 'closed'],
    ['is required', ['required'] as const, 'DataCapture'],
  ])(
    'behavior: the dialog was closed while the code came, and the answer %s',
    async (_, emailCapture, expected) => {
      const { act, kit, view, settled, further } = scene({ emailCapture })
      const { load } = further
      let come: (value: unknown) => void = () => {}
      const coming = new Promise((done) => {
        come = done
      })
      further.load = () => coming.then(load)
      act({ type: 'open', route: { view: 'Connect' } })
      await connect(kit, { connector: 'Fox' })
      act({ type: 'close' })
      come(undefined)
      await settled()
      expect(view()).toBe(expected)
    },
  )
})

describe('guardCapture', () => {
  const words = { capture: { ending: 'ending' } } as never
  const left = {}

  test('default: required: whoever closes is disconnected, then it closes', async () => {
    const { enter, kit, told, settled, view } = scene({ emailCapture: ['required'] })
    await enter('Fox')
    expect(guardCapture(words, kit, {})).toBe('ending')
    expect(view()).toBe('DataCapture')
    expect(guardCapture(words, kit, {}, left)).toBe('ending')
    await settled()
    expect([view(), told]).toEqual(['closed', ['closed, 0 connected']])
  })

  test('behavior: what may be skipped closes like anything else', async () => {
    const { enter, kit } = scene()
    await enter('Fox')
    expect(guardCapture(words, kit, {}, left)).toBeUndefined()
  })

  test('behavior: without the code that disconnects, the page is disconnected all the same', async () => {
    const { enter, kit, told, settled, held } = scene({ emailCapture: ['required'] })
    held.account = () => Promise.reject(new Error('offline'))
    await enter('Fox')
    guardCapture(words, kit, {}, left)
    await settled()
    expect(told).toEqual(['closed, 0 connected'])
  })

  test('behavior: a page that opens the view by itself is not held in it', () => {
    const { kit } = scene({ emailCapture: ['required'] })
    expect(guardCapture(words, kit, {}, left)).toBeUndefined()
  })
})
