import { addresses, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type Bundler, startBundler } from '@latchkey/devnet/bundler'
import { type Address, concat, createPublicClient, defineChain, http } from 'viem'
import { createBundlerClient, toSoladySmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../data/open-database.ts'
import type { Database } from '../../data/sql.ts'
import {
  assetOf,
  coin,
  merchant,
  type OrderWorld,
  type Payers,
  payersOf,
  startOrderWorld,
  transferData,
} from '../../test/order-world.ts'

const made = {} as {
  devnet: EvmDevnet
  bundler: Bundler
  database: Database
  world: OrderWorld
  payers: Payers
}
beforeAll(async () => {
  made.devnet = await startEvmDevnet()
  made.bundler = await startBundler({ chain: made.devnet.url })
  made.database = await openDatabase()
  made.payers = payersOf(made.devnet)
  made.world = await startOrderWorld({ database: made.database, devnet: made.devnet })
}, 120_000)
afterAll(async () => {
  await made.world?.stop()
  await made.database?.close()
  await made.bundler?.stop()
  await made.devnet?.stop()
})

/**
 * Creates a smart account (ERC-4337) of a new owner, with coin for fees and 5,000 units of the
 * token.
 */
async function makeSmartAccount() {
  const rpcUrls = { default: { http: [made.devnet.url] } }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: 31_337, name: 'devnet', nativeCurrency, rpcUrls })
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 20 })
  const owner = privateKeyToAccount(generatePrivateKey())
  const account = await toSoladySmartAccount({
    client,
    owner,
    factoryAddress: addresses.smartAccountFactory,
    salt: concat([owner.address, '0x000000000000000000000000']),
  })
  await made.payers.send(0, { to: account.address, value: 10n ** 18n })
  await made.payers.send(0, {
    to: addresses.usdc,
    data: transferData(account.address, 5_000n),
  })
  const common = { account, client, pollingInterval: 20 }
  return createBundlerClient({ ...common, transport: http(made.bundler.url) })
}

describe('a payment by an operation of a smart account', () => {
  const create = (amount: bigint) =>
    made.world.create({
      accepts: [{ asset: assetOf(addresses.usdc as Address), to: merchant, amount: `${amount}` }],
    })

  test('default: counts by its Transfer event and the id inside the bundle', async () => {
    const bundler = await makeSmartAccount()
    const order = await create(1_000n)
    const data = transferData(merchant, 1_000n, order.id)
    await bundler.sendUserOperation({ calls: [{ to: addresses.usdc, data }] })
    const { payment } = await made.world.until(order.id, 'sent')
    expect(payment?.from).toBe(bundler.account?.address)
  })

  test('behavior: counts in a batch with other calls', async () => {
    const bundler = await makeSmartAccount()
    const order = await create(2_000n)
    const calls = [
      { to: addresses.usdc, data: transferData(addresses.latch, 7n) },
      { to: addresses.usdc, data: transferData(merchant, 2_000n, order.id) },
    ]
    await bundler.sendUserOperation({ calls })
    const { payment } = await made.world.until(order.id, 'sent')
    expect(payment?.amount).toBe('2000')
  })

  test('behavior: one that failed inside a bundle that succeeded pays nothing', async () => {
    const bundler = await makeSmartAccount()
    const order = await create(6_000n)
    const hash = await bundler.sendUserOperation({
      calls: [{ to: addresses.usdc, data: transferData(merchant, 6_000n, order.id) }],
      callGasLimit: 200_000n,
      verificationGasLimit: 1_000_000n,
      preVerificationGas: 200_000n,
    })
    const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect([success, receipt.status]).toEqual([false, 'success'])
    expect(await made.world.tell(order.id, receipt.transactionHash)).toMatchObject({ status: 422 })
    expect((await made.world.read(order.id)).state).toBe('open')
  })

  test('behavior: coin out of a smart account has no event and is not seen', async () => {
    const bundler = await makeSmartAccount()
    const order = await made.world.create({
      accepts: [{ asset: coin, to: merchant, amount: '1000' }],
    })
    const hash = await bundler.sendUserOperation({
      calls: [{ to: merchant, value: 1_000n, data: `0x${order.id}` }],
    })
    const { receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect(await made.world.tell(order.id, receipt.transactionHash)).toMatchObject({ status: 422 })
  })
})
