// @vitest-environment happy-dom

import { wallets } from '@latchkey/catalog/wallets'
import {
  type Adapter,
  type Connector,
  connect,
  createKit,
  groupWallets,
  isPhone,
  type Kit,
  note,
  type Recorder,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { type ErrorCode, LatchkeyError, type WalletListing } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Purchase } from '../contract/purchase.ts'
import type { Route } from '../contract/route.ts'
import {
  initialRouterState,
  type RouterAction,
  type RouterState,
  reduceRouter,
} from '../contract/router.ts'
import { connectGroups } from '../features/connect/connect-groups.ts'
import { transportOf } from '../features/connect/transport-of.ts'
import { modalEvents } from './modal-events.ts'

const parts = { connectGroups, isPhone, transportOf, groupWallets, wallets }

const adapter = {
  namespace: 'eip155',
  name: 'Ethereum',
  chains: [
    {
      id: 'eip155:1',
      name: 'One',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: [],
    },
  ],
  discover: () => () => {},
  explain: () => 'unknown',
  isAddress: () => true,
} as unknown as Adapter
const rowan: WalletListing = {
  id: 'rowan',
  name: 'Rowan',
  order: 7,
  explorer_ids: ['ab12'],
  chains: ['eip155'],
}
const connector = (id: string, more: object = {}): Connector =>
  ({
    id,
    namespaces: ['eip155'],
    wallet: { name: id, keys: [`test.${id}`], origin: 'announced' },
    features: {},
    ...more,
  }) as unknown as Connector

type Told = readonly [string, Readonly<Record<string, unknown>>]

function scene(more: Partial<typeof parts> = {}): {
  kit: Kit
  told: Told[]
  /** Names of what was told since asked last. */
  names: () => string[]
  go: (...actions: readonly RouterAction[]) => void
  describeConnect: () => object
  stop: () => void
} {
  const kit = createKit({ adapters: [adapter], storage: null, wallets: { custom: [rowan] } })
  kit[inside].dispatch({ type: 'connector-found', connector: connector('Foxglove') })
  kit[inside].dispatch({
    type: 'connector-found',
    connector: connector('Code', { prepare: () => () => {} }),
  })
  const told: Told[] = []
  const recorder: Recorder = {
    track: (event, properties = {}) => void told.push([event, properties]),
    fail: () => {},
  }
  const listeners = new Set<() => void>()
  let router: RouterState = initialRouterState
  const navigation = {
    getState: () => ({ router }) as never,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const { source, describeConnect } = modalEvents(kit, navigation, [router], { ...parts, ...more })
  let read = 0
  return {
    kit,
    told,
    names: () => {
      const fresh = told.slice(read).map(([name]) => name)
      read = told.length
      return fresh
    },
    go: (...actions) => {
      for (const action of actions) {
        router = reduceRouter(router, action)
        for (const listener of listeners) {
          listener()
        }
      }
    },
    describeConnect,
    stop: source(recorder),
  }
}
const open: RouterAction = { type: 'open', route: { view: 'Connect' } }
const push = (route: Route): RouterAction => ({ type: 'push', route })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('modalEvents', () => {
  test('default', () => {
    const { told, go, stop } = scene()
    go(open, { type: 'close' })
    stop()
    go(open)
    expect(told.filter(([name]) => name.startsWith('MODAL'))).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['MODAL_CLOSE', { connected: false }],
    ])
  })

  test.each([
    ['AllWallets', 'CLICK_ALL_WALLETS'],
    ['WhatIsAWallet', 'CLICK_WALLET_HELP'],
    ['WhatIsANetwork', 'CLICK_NETWORK_HELP'],
    ['GetWallet', 'CLICK_GET_WALLET_HELP'],
    ['Networks', 'CLICK_NETWORKS'],
    ['Send', 'OPEN_SEND'],
    ['Transactions', 'CLICK_TRANSACTIONS'],
    ['OnRampProviders', 'SELECT_BUY_CRYPTO'],
    ['WhatIsABuy', 'SELECT_WHAT_IS_A_BUY'],
    ['PayWithExchange', 'PAY_MODAL_OPEN'],
    ['ChooseName', 'OPEN_ENS_FLOW'],
  ] as const)('behavior: going to %s, and opening there; not coming back to it', (view, event) => {
    const { names, go } = scene()
    go(open)
    names()
    go(push({ view }))
    expect(names()).toContain(event)
    go(push({ view: 'Receive' }), { type: 'back' }, { type: 'back' }, { type: 'close' })
    expect(names()).not.toContain(event)
    go({ type: 'open', route: { view } })
    expect(names()).toEqual(['MODAL_OPEN', event])
  })

  test('behavior: on a phone a wallet whose app could not be reached is named, without the address that holds a key', async () => {
    const link = { ...rowan, mobile_link: 'rowan://' }
    const isPhone = vi.fn(() => true)
    const { kit, told, go } = scene({ isPhone })
    const fail = async (id: string, code: ErrorCode): Promise<void> => {
      const refuse = async (): Promise<never> =>
        Promise.reject(new LatchkeyError(code, { reason: 'wc?' }))
      const prepare = id === 'Code' ? { prepare: () => () => {} } : {}
      kit[inside].dispatch({
        type: 'connector-found',
        connector: connector(id, { connect: refuse, ...prepare }),
      })
      await connect(kit, { connector: id }).catch(() => undefined)
    }
    const proxied = () => told.filter(([name]) => name === 'CONNECT_PROXY_ERROR')
    go(open, push({ view: 'ConnectingWalletConnect', wallet: link }))
    for (const code of ['user-rejected', 'connection-rejected'] as const) {
      await fail('Code', code)
    }
    await fail('Foxglove', 'connection-failed')
    isPhone.mockReturnValue(false)
    await fail('Code', 'gateway-unreachable')
    expect(proxied()).toEqual([])
    isPhone.mockReturnValue(true)
    await fail('Code', 'gateway-unreachable')
    expect(proxied().map(([, properties]) => properties)).toEqual([
      { message: 'wc?', code: 'gateway-unreachable', name: 'Rowan', mobile_link: 'rowan://' },
    ])
  })

  const purchase: Purchase = {
    id: 'sandbox.1',
    kind: 'order',
    seller: 'sandbox',
    name: 'Sandbox card',
    isSandbox: true,
    symbol: 'ETH',
    account: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    startedAt: 1,
  }

  test('behavior: a seller chosen is told once, with neither account nor order; one found again is not', () => {
    const { told, names, go } = scene()
    go({ type: 'open', route: { view: 'OnRampProviders' } })
    names()
    const route = { view: 'BuyInProgress', purchase, url: 'https://pay.example/' } as const
    go(push(route), { type: 'update', route: { ...route, end: 'done' } })
    expect(names()).toEqual(['SELECT_BUY_PROVIDER'])
    expect(told.at(-1)?.[1]).toEqual({ provider: 'sandbox', isSmartAccount: false })
    go({ type: 'close' }, { type: 'open', route: { view: 'BuyInProgress', purchase } })
    expect(names()).toEqual(['MODAL_CLOSE', 'MODAL_OPEN'])
  })

  test.each([
    ['done', 'PAY_SUCCESS', 'SUCCESS'],
    ['failed', 'PAY_ERROR', 'FAILED'],
  ] as const)('behavior: a deposit that is %s, without who receives it', (end, event, status) => {
    const { told, names, go } = scene()
    go({ type: 'open', route: { view: 'PayWithExchange' } })
    names()
    const route = {
      view: 'BuyInProgress',
      purchase: { ...purchase, kind: 'deposit' },
      url: 'https://quay.example/',
    } as const
    go(
      push(route),
      { type: 'update', route: { ...route, end } },
      { type: 'update', route: { ...route, end, window: 'blocked' } },
    )
    expect(names()).toEqual(['PAY_EXCHANGE_SELECTED', 'PAY_INITIATED', event])
    expect(told.at(-1)?.[1]).toEqual({
      source: 'fund-from-exchange',
      exchange: { id: 'sandbox' },
      configuration: { network: 'eip155:1', asset: 'ETH' },
      currentPayment: { type: 'exchange', exchangeId: 'sandbox', status },
    })
    expect(JSON.stringify(told)).not.toContain('0xf39F')
  })

  test('behavior: the way to a swap, and to a network that has swaps', () => {
    const { told, names, go } = scene()
    go({ type: 'open', route: { view: 'Account' } }, push({ view: 'Swap' }))
    expect(names()).toEqual(['MODAL_OPEN', 'CLICK_CONVERT', 'OPEN_SWAP'])
    expect(told.at(-1)?.[1]).toEqual({ isSmartAccount: false, network: 'eip155:1' })
    go(push({ view: 'SwapToken', side: 'receive' }), { type: 'back' })
    go({ type: 'replace', route: { view: 'UnsupportedChain', swap: 'eip155:5' } })
    go(push({ view: 'SwitchNetwork', chain: 'eip155:1' }))
    expect(names()).toEqual(['CLICK_SELECT_TOKEN_TO_SWAP', 'CLICK_SELECT_NETWORK_TO_SWAP'])
    go({ type: 'close' }, { type: 'open', route: { view: 'Swap' } })
    expect(names()).toEqual(['MODAL_CLOSE', 'MODAL_OPEN', 'OPEN_SWAP'])
    go(push({ view: 'UnsupportedChain' }), push({ view: 'SwitchNetwork', chain: 'eip155:1' }))
    expect(names()).toEqual([])
  })

  test('behavior: the history on the account view', () => {
    const { names, told, go } = scene()
    go({ type: 'open', route: { view: 'Account' } })
    names()
    go({ type: 'update', route: { view: 'Account', tab: 'activity' } })
    expect(names()).toEqual(['CLICK_TRANSACTIONS'])
    expect(told.at(-1)?.[1]).toEqual({ isSmartAccount: false })
    go({ type: 'update', route: { view: 'Account' } })
    expect(names()).toEqual([])
  })

  test.each<[string, Route, object]>([
    [
      'one here',
      { view: 'ConnectingExternal', connector: 'Foxglove' },
      { name: 'Foxglove', platform: 'browser', displayIndex: 0 },
    ],
    [
      'one of several families',
      { view: 'ConnectingMultiChain', wallet: 'x', connectors: ['Foxglove'] },
      { name: 'Foxglove', platform: 'browser', displayIndex: 0 },
    ],
    [
      'one elsewhere',
      { view: 'ConnectingWalletConnect', wallet: rowan },
      { name: 'Rowan', platform: 'qrcode', walletRank: 7, displayIndex: 1 },
    ],
    [
      'whichever has a camera',
      { view: 'ConnectingWalletConnectBasic' },
      { name: 'Code', platform: 'qrcode' },
    ],
    [
      'one to be got',
      { view: 'Downloads', wallet: rowan },
      { name: 'Rowan', platform: 'unsupported', walletRank: 7, displayIndex: 1 },
    ],
  ])('behavior: choosing a wallet: %s', (_, route, properties) => {
    const { told, go, describeConnect } = scene()
    go(open, push(route))
    const [chosen] = told.filter(([name]) => name === 'SELECT_WALLET')
    expect(chosen?.[1]).toEqual({ ...properties, view: 'Connect' })
    expect(describeConnect()).toMatchObject({ view: 'Connect' })
    go({ type: 'close' }, open)
    expect(describeConnect()).toEqual({})
  })

  test('behavior: a family of a wallet already chosen, or a place to get one, is no second choice', () => {
    const { told, go } = scene()
    go(
      open,
      push({ view: 'ConnectingMultiChain', wallet: 'x', connectors: ['Foxglove'] }),
      push({ view: 'ConnectingExternal', connector: 'Foxglove' }),
      { type: 'close' },
      open,
      push({ view: 'GetWallet' }),
      push({ view: 'Downloads', wallet: rowan }),
    )
    expect(told.filter(([name]) => name === 'SELECT_WALLET')).toHaveLength(1)
  })

  test('behavior: what was listed comes as one event, each wallet once, when it has stood a second or is left', async () => {
    const { told, go, kit } = scene()
    const impressions = () =>
      told
        .filter(([name]) => name === 'WALLET_IMPRESSION_V2')
        .map(([, { items }]) => items as object[])
    go(open)
    expect(impressions()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(impressions()).toHaveLength(1)
    expect(impressions()[0]).toEqual(
      expect.arrayContaining([
        { name: 'Foxglove', view: 'Connect', displayIndex: 0, rdnsId: 'test.Foxglove' },
        { name: 'Rowan', view: 'Connect', displayIndex: 1, walletRank: 7, explorerId: 'ab12' },
      ]),
    )
    go({ type: 'close' }, open)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(impressions()).toHaveLength(1)
    go(push({ view: 'AllWallets' }))
    note(kit, {
      type: 'wallets-listed',
      view: 'AllWallets',
      query: 'ro',
      wallets: [{ name: 'Rowan', listing: { ...rowan, badge_type: 'certified' } }],
    })
    go({ type: 'close' })
    expect(impressions()[1]).toEqual([
      {
        name: 'Rowan',
        view: 'AllWallets',
        displayIndex: 0,
        walletRank: 7,
        explorerId: 'ab12',
        query: 'ro',
        certified: true,
      },
    ])
  })

  test('behavior: a search counts when it has stood a second or was left, not letter by letter', async () => {
    const { told, go } = scene()
    const searches = () =>
      told.filter(([name]) => name === 'SEARCH_WALLET').map(([, properties]) => properties)
    const type = (search: string): RouterAction => ({
      type: 'update',
      route: { view: 'AllWallets', search },
    })
    go(open, push({ view: 'AllWallets' }), type('r'), type('ro'), type('row'))
    await vi.advanceTimersByTimeAsync(1_000)
    go(type('row '), type(''))
    await vi.advanceTimersByTimeAsync(1_000)
    go(type('fox'), push({ view: 'ConnectingExternal', connector: 'Foxglove' }))
    expect(searches()).toEqual([
      { badge: '', search: 'row' },
      { badge: '', search: 'fox' },
    ])
  })

  test('behavior: leaving for a place to get a wallet', () => {
    const { told, kit } = scene()
    note(kit, { type: 'wallet-sought', listing: rowan, kind: 'appStore' })
    expect(told).toEqual([
      ['GET_WALLET', { name: 'Rowan', walletRank: 7, explorerId: 'ab12', type: 'app_store' }],
    ])
  })

  test('parameters: routers', () => {
    const { kit } = scene()
    const told: string[] = []
    const routers = [initialRouterState]
    for (const action of [open, push({ view: 'AllWallets' })]) {
      routers.push(reduceRouter(routers.at(-1) as RouterState, action))
    }
    const { source } = modalEvents(
      kit,
      { getState: () => ({ router: routers.at(-1) }) as never, subscribe: () => () => {} },
      routers,
      parts,
    )
    source({ track: (event) => void told.push(event), fail: () => {} })
    expect(told.filter((name) => !name.startsWith('WALLET'))).toEqual([
      'MODAL_OPEN',
      'CLICK_ALL_WALLETS',
    ])
  })
})
