import { connect, createKit, disconnect, getAccount, type Kit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { solana, solanaLocal } from '@latchkey/solana'
import { type MockEvmWalletOptions, mockEvmWallet, mockSolanaWallet } from '@latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryStorage } from '../../packages/walletconnect/test/memory-storage.ts'

const coin = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const local: Chain = { id: 'eip155:31337', name: 'Local', nativeCurrency: coin, rpcUrls: [] }
const fox = 'announced:test.mock.wallet'

/**
 * A page with two wallets for Ethereum and one for Solana, which can be loaded again; the first may
 * be locked.
 */
function world(options: MockEvmWalletOptions = {}) {
  const storage = memoryStorage()
  const held = { isLocked: false, isAuthorized: false }
  const load = () => {
    const page = new EventTarget()
    const wallet = mockEvmWallet({ ...held, ...options })
    const other = mockEvmWallet({
      rdns: 'test.other',
      name: 'Other',
      accounts: [`0x${'11'.repeat(32)}`],
    })
    const sol = mockSolanaWallet()
    for (const one of [wallet, other, sol]) {
      one.install(page)
    }
    const kit = createKit({
      id: 'shop',
      adapters: [evm({ chains: [local], page }), solana({ chains: [solanaLocal], page })],
      storage,
    })
    const stop = kit.subscribe(() => undefined)
    onTestFinished(stop)
    return {
      kit,
      wallet,
      other,
      sol,
      stop,
      account: () => getAccount(kit, { namespace: 'eip155' }),
    }
  }
  /** A new page; what the wallet knows of the site stays as it is. */
  const reload = (page: ReturnType<typeof load>, isLocked: boolean) => {
    page.stop()
    Object.assign(held, { isLocked, isAuthorized: page.wallet.state().isAuthorized })
    return load()
  }
  const kept = () =>
    (
      JSON.parse(storage.getItem('latchkey.shop.v1.connections') ?? '[]') as { connector: string }[]
    ).map(({ connector }) => connector)
  return { load, reload, kept }
}

const settled = async (kit: Kit) => {
  await expect.poll(() => getAccount(kit, { namespace: 'eip155' }).status).not.toBe('reconnecting')
}

describe('a wallet that is locked', () => {
  test('behavior: shown as disconnected at once, kept, and back by itself without a prompt', async () => {
    const { load, kept } = world()
    const { kit, wallet, account } = load()
    await connect(kit, { connector: fox })
    const { address } = account()
    const before = wallet.prompts()
    wallet.lock()
    expect(account()).toMatchObject({ status: 'disconnected' })
    expect(account().account).toBeUndefined()
    await expect.poll(kept).toEqual([fox])
    await expect.poll(() => wallet.listenerCount()).toBeGreaterThan(0)
    wallet.unlock()
    await expect.poll(account).toMatchObject({ status: 'connected', address })
    wallet.lock()
    await expect.poll(() => wallet.listenerCount()).toBeGreaterThan(0)
    wallet.unlock()
    await expect.poll(account).toMatchObject({ status: 'connected', address })
    expect(wallet.prompts()).toBe(before)
  })

  test('behavior: locked while the page loads: back once it is unlocked, on this page or the next', async () => {
    const { load, reload, kept } = world()
    const first = load()
    await connect(first.kit, { connector: fox })
    const second = reload(first, true)
    expect(second.account().status).toBe('reconnecting')
    await settled(second.kit)
    expect([second.account().status, kept()]).toEqual(['disconnected', [fox]])
    await expect.poll(() => second.wallet.listenerCount()).toBeGreaterThan(0)
    second.wallet.unlock()
    await expect.poll(second.account).toMatchObject({ status: 'connected' })

    const third = reload(second, true)
    await settled(third.kit)
    const fourth = reload(third, false)
    await expect.poll(fourth.account).toMatchObject({ status: 'connected' })
    expect([second, third, fourth].map(({ wallet }) => wallet.prompts())).toEqual([0, 0, 0])
  })

  test('behavior: another family that connects meanwhile leaves it kept; another wallet of its own takes its place', async () => {
    const { load, kept } = world()
    const { kit, wallet, account } = load()
    await connect(kit, { connector: fox })
    wallet.lock()
    await expect.poll(kept).toEqual([fox])
    await connect(kit, { connector: 'standard:solana:Mock%20Solana%20Wallet' })
    await expect
      .poll(() => kept().toSorted())
      .toEqual([fox, 'standard:solana:Mock%20Solana%20Wallet'])
    await connect(kit, { connector: 'announced:test.other' })
    await expect.poll(() => kept().includes(fox)).toBe(false)
    wallet.unlock()
    await connect(kit, { connector: 'announced:test.other' })
    expect(account()).toMatchObject({ status: 'connected', connectorId: 'announced:test.other' })
  })

  test('behavior: who disconnects meanwhile is not back by unlocking it', async () => {
    const { load, kept } = world()
    const { kit, wallet, account } = load()
    await connect(kit, { connector: fox })
    wallet.lock()
    await expect.poll(kept).toEqual([fox])
    await disconnect(kit)
    await expect.poll(kept).toEqual([])
    const asked = wallet.requests.length
    wallet.unlock()
    expect([account().status, wallet.requests.length, wallet.listenerCount()]).toEqual([
      'disconnected',
      asked,
      0,
    ])
  })

  test('behavior: chosen again it asks to be unlocked, and is connected once', async () => {
    const { load } = world()
    const { kit, wallet, account } = load()
    await connect(kit, { connector: fox })
    wallet.lock()
    await expect.poll(() => wallet.listenerCount()).toBeGreaterThan(0)
    await connect(kit, { connector: fox })
    expect(account().status).toBe('connected')
    expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(2)
  })

  test('behavior: a permission that was taken back is forgotten, on an open page and at the next load', async () => {
    const { load, reload, kept } = world()
    const first = load()
    await connect(first.kit, { connector: fox })
    first.wallet.revoke()
    expect(first.account().status).toBe('disconnected')
    await expect.poll(() => first.wallet.requests.at(-1)?.method).toBe('wallet_getPermissions')
    await expect.poll(kept).toEqual([])
    await connect(first.kit, { connector: fox })
    first.stop()
    await expect.poll(kept).toEqual([fox])
    first.wallet.revoke()
    const second = reload(first, false)
    await settled(second.kit)
    await expect.poll(kept).toEqual([])
  })

  test('behavior: a wallet that does not tell its permissions may be locked', async () => {
    const { load, reload, kept } = world()
    const first = load()
    await connect(first.kit, { connector: fox })
    first.wallet.behave(
      { fail: Object.assign(new Error('no'), { code: 4200 }) },
      'wallet_getPermissions',
    )
    first.wallet.lock()
    await expect.poll(() => first.wallet.listenerCount()).toBeGreaterThan(0)
    expect(kept()).toEqual([fox])
    const second = reload(first, false)
    await expect.poll(second.account).toMatchObject({ status: 'connected' })
  })
})
