import {
  connect,
  createKit,
  disconnect,
  getAccount,
  type Kit,
  type KitStorage,
  prepareSend,
  send,
  signMessage,
  switchChain,
  watchTransaction,
} from '@latchkey/core'
import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Asset } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { createPublicClient, http, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keys, settle } from '../test/fixture.ts'
import { nativeAsset } from './chains.ts'
import { evm } from './evm.ts'

const [ada, grace] = accounts
const [, usdc] = devnetTokens as readonly [Asset, Asset]
const connector = 'announced:test.mock.wallet'
const run = {} as {
  devnet: EvmDevnet
  kit: Kit
  wallet: MockEvmWallet
  stop: () => void
  kept: Map<string, string>
}

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
})
afterAll(() => run.devnet?.stop())

function open(page: EventTarget): Kit {
  const storage: KitStorage = {
    getItem: (key) => run.kept.get(key) ?? null,
    setItem: (key, value) => void run.kept.set(key, value),
    removeItem: (key) => void run.kept.delete(key),
  }
  const chain = devnetChain(run.devnet.url)
  const kit = createKit({
    adapters: [evm({ chains: [chain, { ...chain, id: 'eip155:5' }], page })],
    storage,
  })
  run.stop = kit.subscribe(() => {})
  return kit
}
const page = { current: new EventTarget() }

beforeEach(() => {
  run.kept = new Map()
  page.current = new EventTarget()
  run.wallet = mockEvmWallet({ accounts: keys, rpcUrl: run.devnet.url, chain: 1 })
  run.wallet.install(page.current)
  run.kit = open(page.current)
})
afterEach(() => run.stop())

describe('evm with the kit', () => {
  test('default', async () => {
    const { kit, wallet } = run
    expect(run.kept.size).toBe(0)
    const [account] = await connect(kit, { connector })
    expect(account).toMatchObject({
      status: 'connected',
      address: ada.address,
      chain: 'eip155:31337',
    })

    const judge = createPublicClient({ transport: http(run.devnet.url) })
    const before = await judge.getBalance({ address: grace.address })
    const asset = nativeAsset(devnetChain())
    const { transaction, estimate } = await prepareSend(kit, { asset, amount: 5n, to: 'grace.eth' })
    expect([transaction.to, transaction.toName]).toEqual([grace.address, 'grace.eth'])
    const { status, nonce } = await send(kit, { id: transaction.id, estimate })
    expect(status).toBe('submitted')
    expect((await watchTransaction(kit, { id: transaction.id })).status).toBe('confirmed')
    // Counted by the node once the block is there; the hash comes before it.
    expect(nonce).toBe((await judge.getTransactionCount({ address: ada.address })) - 1)
    expect(await judge.getBalance({ address: grace.address })).toBe(before + 5n)

    const { signature } = await signMessage(kit, { message: 'hello' })
    expect(
      await verifyMessage({
        address: ada.address,
        message: 'hello',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
    await disconnect(kit)
    expect([getAccount(kit).status, wallet.state().isAuthorized]).toEqual(['disconnected', false])
  })

  test('parameters: asset', async () => {
    const { kit } = run
    await connect(kit, { connector })
    const { transaction } = await prepareSend(kit, {
      asset: usdc,
      amount: 1_000_000n,
      to: grace.address,
    })
    await send(kit, { id: transaction.id })
    expect((await watchTransaction(kit, { id: transaction.id })).status).toBe('confirmed')
  })

  test('behavior: after a reload it is connected again, and the wallet asks nobody', async () => {
    await connect(run.kit, { connector })
    run.stop()
    const prompts = run.wallet.prompts()
    const kit = open(page.current)
    await settle(100)
    expect(getAccount(kit)).toMatchObject({ status: 'connected', address: ada.address })
    expect(run.wallet.prompts()).toBe(prompts)
  })

  test('behavior: what the wallet does by itself shows at once', async () => {
    const { kit, wallet } = run
    await connect(kit, { connector })
    await settle()
    wallet.selectAccount(1)
    expect(getAccount(kit).address).toBe(grace.address)
    wallet.selectChain(99)
    expect(getAccount(kit)).toMatchObject({ chain: 'eip155:99', isChainSupported: false })
    await switchChain(kit, { chain: 'eip155:5' })
    expect(getAccount(kit)).toMatchObject({ chain: 'eip155:5', isChainSupported: true })
    wallet.revoke()
    expect(getAccount(kit).status).toBe('disconnected')
  })

  test.each([
    ['reject', 'connection-rejected'],
    ['pending', 'connection-pending'],
    ['die', 'wallet-disconnected'],
    [{ lie: ['<b>'] }, 'wallet-answer-invalid'],
    [{ lie: [] }, 'account-missing'],
  ] as const)('behavior: %o fails as %s, and the next try succeeds', async (behavior, code) => {
    const { kit, wallet } = run
    wallet.behave(behavior, 'eth_requestAccounts')
    await expect(connect(kit, { connector })).rejects.toMatchObject({ code })
    wallet.revive()
    wallet.behave('approve')
    expect((await connect(kit, { connector }))[0]?.status).toBe('connected')
  })

  test('behavior: a rejected send leaves nothing behind, and can be tried again', async () => {
    const { kit, wallet } = run
    await connect(kit, { connector })
    const draft = () =>
      prepareSend(kit, { asset: nativeAsset(devnetChain()), amount: 1n, to: grace.address })
    const first = (await draft()).transaction
    wallet.behave('reject', 'eth_sendTransaction')
    await expect(send(kit, { id: first.id })).rejects.toMatchObject({ code: 'user-rejected' })
    wallet.behave('approve')
    expect((await send(kit, { id: (await draft()).transaction.id })).status).toBe('submitted')
  })

  test('behavior: more than there is is refused before the wallet is asked', async () => {
    const { kit, wallet } = run
    await connect(kit, { connector })
    const asset = nativeAsset(devnetChain())
    const amount = await createPublicClient({ transport: http(run.devnet.url) }).getBalance({
      address: ada.address,
    })
    const all = prepareSend(kit, { asset, amount, to: grace.address })
    await expect(all).rejects.toMatchObject({ code: 'insufficient-fee-funds' })
    const more = prepareSend(kit, { asset, amount: amount + 1n, to: grace.address })
    await expect(more).rejects.toMatchObject({ code: 'insufficient-funds' })
    expect(wallet.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })
})
