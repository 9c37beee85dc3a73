import {
  balancesQuery,
  connect,
  createKit,
  getAccount,
  prepareSend,
  send,
  signMessage,
  switchChain,
  watchTransaction,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { addressOf } from '@latchkey/protocol'
import { mockEvmWallet } from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isToySignature, toyAccounts } from '../test/toy-accounts.ts'
import { toyFee } from '../test/toy-chain.ts'
import { toyWorld } from '../test/toy-world.ts'

const [ada, grace] = toyAccounts
const devnet = {
  id: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
} as const

const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** A kit with both families, and the wallet of each on one page. */
async function openPage() {
  const world = toyWorld()
  const { page, wallet, adapter } = world
  const evmWallet = mockEvmWallet()
  stops.push(wallet.install(page), evmWallet.install(page))
  const kit = createKit({
    adapters: [evm({ chains: [devnet], page }), adapter],
    storage: null,
    defaultNamespace: 'toy',
  })
  stops.push(kit.subscribe(() => {}))
  await connect(kit, { connector: 'toy:Toybox' })
  return { ...world, kit, evmWallet }
}

async function sendToGrace(kit: Awaited<ReturnType<typeof openPage>>['kit'], amount = 1_500_000n) {
  const asset = kit.adapters.toy?.nativeAsset(kit.chains[1] as (typeof kit.chains)[number])
  if (!asset) throw new Error('the kit has no toy family')
  const { transaction } = await prepareSend(kit, {
    asset,
    amount,
    to: grace.address,
    namespace: 'toy',
  })
  return send(kit, { id: transaction.id })
}

describe('toy beside evm', () => {
  test('default: both connect in one kit, each by its own wallet', async () => {
    const { kit, wallet, evmWallet } = await openPage()
    expect(getAccount(kit, { namespace: 'toy' })).toMatchObject({
      account: `toy:main:${ada.address}`,
    })
    expect([wallet.prompts(), evmWallet.prompts()]).toEqual([1, 0])
    const other = Object.keys(kit.getState().connectors).find((id) => !id.startsWith('toy:')) ?? ''
    await connect(kit, { connector: other })
    expect(Object.keys(kit.getState().active).sort()).toEqual(['eip155', 'toy'])
    expect([wallet.prompts(), evmWallet.prompts()]).toEqual([1, 1])
  })

  test('behavior: it shows its balance, signs, and switches its network', async () => {
    const { kit, chain } = await openPage()
    const account = `toy:main:${ada.address}` as const
    chain.fund('main', ada.address, 1n)
    const [balance] = await balancesQuery(kit, { account }).queryFn()
    expect(balance).toMatchObject({ amount: 5_000_001n, asset: { symbol: 'TOY' } })
    const { signature } = await signMessage(kit, { account, message: 'Hello' })
    expect(await isToySignature(addressOf(account), 'Hello', signature)).toBe(true)
    await switchChain(kit, { chain: 'toy:spare' })
    expect(getAccount(kit, { namespace: 'toy' }).account).toBe(`toy:spare:${ada.address}`)
  })

  test('behavior: a transfer settles, and both balances say so', async () => {
    const { kit, chain } = await openPage()
    const { id } = await sendToGrace(kit)
    const settled = await watchTransaction(kit, { id })
    expect(settled).toMatchObject({ status: 'confirmed', fee: toyFee })
    expect(chain.answer('main', 'toy_balance', [grace.address])).toBe('1500000')
    expect(chain.answer('main', 'toy_balance', [ada.address])).toBe('3499000')
  })

  test.each([
    ['refuse', { status: 'failed', error: { code: 'execution-reverted' } }],
    ['replace', { status: 'replaced' }],
    ['forget', { status: 'dropped' }],
  ] as const)('behavior: a transfer that the chain ends by "%s"', async (how, expected) => {
    const { kit, chain } = await openPage()
    chain.isManual = true
    const { id } = await sendToGrace(kit)
    const { hash } = kit.getState().transactions[id] ?? {}
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const watching = watchTransaction(kit, { id })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kit.getState().transactions[id]?.status).toBe('submitted')
    chain.end(String(hash), how)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await watching).toMatchObject(expected)
  })

  test('behavior: what the family says of a receiver is a warning of the review', async () => {
    const { kit, adapter, chains } = await openPage()
    const notesOf = async (to: string) => {
      const asset = adapter.nativeAsset(chains[0])
      return (await prepareSend(kit, { asset, amount: 1n, to, namespace: 'toy' })).estimate.notes
    }
    expect(await notesOf(`toy1${'0'.repeat(64)}`)).toEqual(['unspendable-receiver'])
    expect(await notesOf(grace.address)).toEqual(['first-time-receiver'])
    expect(await notesOf(ada.address.toUpperCase().replace('TOY', 'toy'))).toEqual(['own-receiver'])
  })

  test('behavior: more than the account has, and what the wallet declines, is refused with a code', async () => {
    const { kit, wallet } = await openPage()
    await expect(sendToGrace(kit, 5_000_000n)).rejects.toMatchObject({
      code: 'insufficient-fee-funds',
    })
    wallet.behave('reject')
    await expect(sendToGrace(kit)).rejects.toMatchObject({ code: 'user-rejected' })
    wallet.behave('approve')
    await expect(sendToGrace(kit)).resolves.toBeDefined()
  })
})
