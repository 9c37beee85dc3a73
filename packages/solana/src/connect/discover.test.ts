import type { Connector } from '@latchkey/core'
import { mockSolanaWallet } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { local } from '../../test/fixture.ts'
import { solana } from '../solana.ts'

function scene() {
  const target = new EventTarget()
  const adapter = solana({ chains: [local], page: target })
  const reported: Connector[] = []
  const start = () => adapter.discover((connector) => reported.push(connector))
  const register = (...wallets: readonly unknown[]) => {
    const stops: (() => void)[] = []
    const detail = (api: { register(...all: readonly unknown[]): () => void }) =>
      stops.push(api.register(...wallets))
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    return () => stops.forEach((stop) => void stop())
  }
  return { target, reported, start, register }
}

const good = () => ({ ...mockSolanaWallet().wallet })

describe('discovery', () => {
  test('default', () => {
    const { target, reported, start } = scene()
    mockSolanaWallet().install(target)
    start()
    expect(reported).toMatchObject([
      {
        id: 'standard:solana:Mock%20Solana%20Wallet',
        namespaces: ['solana'],
        wallet: { name: 'Mock Solana Wallet', keys: ['Mock Solana Wallet'], origin: 'announced' },
      },
    ])
    expect(Object.keys(reported[0]?.features ?? {})).toEqual([
      'signMessage',
      'signIn',
      'signInText',
      'transfer',
      'request',
    ])
  })

  test('behavior: a wallet that comes late is found, and none after the stop, by either way', () => {
    const { target, reported, start, register } = scene()
    const kept: { register?: (wallet: unknown) => unknown } = {}
    target.addEventListener('wallet-standard:app-ready', (event) => {
      kept.register = (event as CustomEvent).detail.register
    })
    const stop = start()
    mockSolanaWallet({ name: 'Late' }).install(target)
    expect(reported.map(({ wallet }) => wallet.name)).toEqual(['Late'])
    stop()
    register(good())
    kept.register?.(good())
    expect(reported).toHaveLength(1)
  })

  test('behavior: one object registered twice is one wallet', () => {
    const { reported, start, register } = scene()
    start()
    const wallet = good()
    register(wallet, wallet)
    register(wallet)
    expect(reported).toHaveLength(1)
  })

  test('behavior: two objects of one name are two rows, both marked', () => {
    const { reported, start, register } = scene()
    start()
    register(good(), good())
    const newest = new Map(
      reported.map((connector) => [connector.id, connector.wallet.isAmbiguous]),
    )
    expect([...newest]).toEqual([
      ['standard:solana:Mock%20Solana%20Wallet', true],
      ['standard:solana:Mock%20Solana%20Wallet:2', true],
    ])
  })

  test('behavior: what was unregistered is told to nobody else, and may come back under its id', () => {
    const { reported, start, register } = scene()
    start()
    const wallet = good()
    register(wallet)()
    start()
    expect(reported).toHaveLength(1)
    register(wallet)
    expect(new Set(reported.map(({ id }) => id)).size).toBe(1)
    expect(reported.length).toBeGreaterThan(1)
  })

  const { wallet } = mockSolanaWallet()
  const throwing = (key: string) =>
    Object.defineProperty({ ...wallet }, key, {
      get: () => {
        throw new Error('mine')
      },
    })
  test.each([
    ['nothing', null],
    ['no wallet', {}],
    ['no name', { ...wallet, name: '' }],
    ['a name of control characters', { ...wallet, name: '\u202e\u0000\ud800' }],
    ['another family', { ...wallet, chains: ['sui:mainnet'] }],
    ['chains that are no list', { ...wallet, chains: 'solana:mainnet' }],
    ['no way to connect', { ...wallet, features: { ...wallet.features, 'standard:connect': {} } }],
    ['a name that throws', throwing('name')],
    ['features that throw', throwing('features')],
    ['chains that throw', throwing('chains')],
    ['an icon that throws', throwing('icon')],
  ])('behavior: %s is no wallet, and harms none after it', (_, hostile) => {
    const { target, reported, start, register } = scene()
    start()
    register(hostile, good())
    const odd = new CustomEvent('wallet-standard:register-wallet', { detail: 'no function' })
    target.dispatchEvent(odd)
    expect(reported.map((connector) => connector.wallet.name)).toEqual(['Mock Solana Wallet'])
  })

  test('behavior: a huge icon, or one that is no picture, is left out; a long name is cut', () => {
    const { reported, start, register } = scene()
    start()
    const huge = `data:image/png;base64,${'A'.repeat(70_000)}`
    register(
      { ...good(), name: '𝐴'.repeat(200), icon: huge },
      { ...good(), icon: 'javascript:alert(1)' },
    )
    expect(reported.map(({ wallet }) => wallet.icon)).toEqual([undefined, undefined])
    expect(reported[0]?.wallet.name).toBe('𝐴'.repeat(64))
  })

  test('behavior: a page that registers without end gets a hundred rows', () => {
    const { reported, start, register } = scene()
    start()
    for (let i = 0; i < 150; i++) {
      register({ ...good(), name: `Wallet ${i}` })
    }
    expect(reported).toHaveLength(100)
  })

  test('behavior: what a wallet lacks is no feature', () => {
    const { target, reported, start } = scene()
    const lacks = ['solana:signIn', 'solana:signTransaction', 'solana:signAndSendTransaction']
    mockSolanaWallet({ lacks }).install(target)
    start()
    expect(Object.keys(reported[0]?.features ?? {})).toEqual(['signMessage'])
  })
})
