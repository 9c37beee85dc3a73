import type { Connector } from '@latchkey/core'
import { mockBitcoinStandardWallet, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { local } from '../../test/fixture.ts'
import { bitcoin } from '../bitcoin.ts'
import type { DiscoveryRun, FoundWallet, MakeConnector } from '../connect/found.ts'
import { discoverStandard } from './discover-standard.ts'

const make: MakeConnector = (face, verbs) => ({
  ...face,
  namespaces: ['bip122'],
  features: Object.fromEntries(verbs.map((verb) => [verb, refuse])),
  connect: refuse,
  disconnect: refuse,
  watch: () => () => {},
})
const refuse = () => Promise.reject(new Error('no wallet is asked here'))

function scene() {
  const target = new EventTarget()
  const known: FoundWallet[] = []
  const reported: Connector[] = []
  const register = (...wallets: readonly unknown[]) => {
    const stops: (() => void)[] = []
    const detail = (api: { register(...all: readonly unknown[]): () => void }) =>
      stops.push(api.register(...wallets))
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    return () => stops.forEach((stop) => void stop())
  }
  const begin = () => {
    const run: DiscoveryRun = {}
    for (const { connector } of known) {
      reported.push(connector)
    }
    discoverStandard(target, (connector) => reported.push(connector), { known, make, run })
    return () => {
      run.isOver = true
      run.stop?.()
    }
  }
  return { target, reported, register, begin }
}
const good = () => ({ ...mockBitcoinStandardWallet().wallet })
const face = {
  id: 'standard:bip122:Mock%20Bitcoin%20Wallet',
  namespaces: ['bip122'],
  wallet: { name: 'Mock Bitcoin Wallet', keys: ['Mock Bitcoin Wallet'], origin: 'announced' },
}

describe('discoverStandard', () => {
  test('default: through the adapter, before and after it listens', async () => {
    const target = new EventTarget()
    mockBitcoinStandardWallet().install(target)
    const connectors: Connector[] = []
    const stop = bitcoin({ chains: [local], page: target }).discover((connector) =>
      connectors.push(connector),
    )
    await expect.poll(() => connectors.length).toBe(1)
    const late = mockBitcoinStandardWallet({
      name: 'Late',
      lacks: ['bitcoin:switchNetwork', 'bitcoin:signMessage'],
    })
    late.install(target)
    expect(connectors).toMatchObject([face, { id: 'standard:bip122:Late' }])
    expect(connectors.map(({ features }) => Object.keys(features))).toEqual([
      ['request', 'signMessage', 'transfer', 'switchChain'],
      ['request', 'transfer'],
    ])
    stop()
    mockBitcoinStandardWallet({ name: 'Later' }).install(target)
    expect([connectors.length, late.requests.length, late.listenerCount()]).toEqual([2, 0, 0])
  })

  test('behavior: who stops before it listens hears of nobody', async () => {
    const target = new EventTarget()
    mockBitcoinStandardWallet().install(target)
    const adapter = bitcoin({ chains: [local], page: target })
    const early: Connector[] = []
    const later: Connector[] = []
    adapter.discover((connector) => early.push(connector))()
    adapter.discover((connector) => later.push(connector))
    await expect.poll(() => later.length).toBe(1)
    expect(early).toEqual([])
  })

  test('behavior: one object registered twice is one wallet, and a second start reports it again', () => {
    const { reported, register, begin } = scene()
    const stop = begin()
    const wallet = good()
    register(wallet, wallet)
    register(wallet)
    expect(reported).toHaveLength(1)
    stop()
    begin()
    expect(reported.map(({ id }) => id)).toEqual([face.id, face.id])
  })

  test('behavior: two objects of one name are two rows, both marked', () => {
    const { reported, register, begin } = scene()
    begin()
    register(good(), good())
    const newest = new Map(
      reported.map((connector) => [connector.id, connector.wallet.isAmbiguous]),
    )
    expect([...newest]).toEqual([
      [face.id, true],
      [`${face.id}:2`, true],
    ])
  })

  test('behavior: what was unregistered is told to nobody else', () => {
    const { reported, register, begin } = scene()
    begin()
    register(good())()
    begin()
    expect(reported).toHaveLength(1)
  })

  test('behavior: a wallet whose object for WBIP requests stands in a registry has its row there', async () => {
    const target = new EventTarget()
    const { provider, install } = mockWbipWallet({ persona: wbipPersonas.rich })
    install(target)
    mockBitcoinStandardWallet({ name: 'Same', more: { 'sats-connect:': { provider } } }).install(
      target,
    )
    mockBitcoinStandardWallet({
      name: 'Other',
      more: { 'sats-connect:': { provider: {} } },
    }).install(target)
    const connectors: Connector[] = []
    bitcoin({ chains: [local], page: target }).discover((connector) => connectors.push(connector))
    await expect
      .poll(() => connectors.map(({ id }) => id))
      .toEqual(['bip122:XverseProviders.BitcoinProvider', 'standard:bip122:Other'])
  })

  test('behavior: hostile registrations are none, and do not keep a good one away', () => {
    const { target, reported, register, begin } = scene()
    begin()
    const features = good().features
    const revoked = Proxy.revocable({}, {})
    revoked.revoke()
    const throwing = {
      ...good(),
      get features(): never {
        throw new Error('no')
      },
    }
    register(
      null,
      undefined,
      7,
      'x',
      {},
      revoked.proxy,
      throwing,
      { name: 'No features' },
      { ...good(), name: ' \u0007' },
    )
    register({
      ...good(),
      name: 'Elsewhere',
      features: { 'standard:connect': features['bitcoin:connect'] },
    })
    for (const detail of [
      undefined,
      7,
      () => {
        throw new Error('no')
      },
    ]) {
      target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    }
    expect(reported).toEqual([])
    register({
      ...good(),
      name: `\u202eA${'b'.repeat(300)}`,
      icon: 'https://tracker.example/x.png',
    })
    expect(reported).toMatchObject([{ wallet: { name: `A${'b'.repeat(63)}` } }])
    expect(reported[0]?.wallet.icon).toBeUndefined()
  })

  test('behavior: no more than a hundred', () => {
    const { reported, register, begin } = scene()
    begin()
    for (let i = 0; i < 120; i++) {
      register({ ...good(), name: `Wallet ${i}` })
    }
    expect(reported).toHaveLength(100)
  })

  test('behavior: a start that is over by then adds no listener', () => {
    const run: DiscoveryRun = { isOver: true }
    discoverStandard(new EventTarget(), refuse, { known: [], make, run })
    expect(run.stop).toBeUndefined()
  })

  test('behavior: a page without events has none', () => {
    expect(() => discoverStandard({}, refuse, { known: [], make, run: {} })).not.toThrow()
  })
})
