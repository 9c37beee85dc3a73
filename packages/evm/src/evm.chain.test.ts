import type { Connector, ReadSource, Transfer } from '@latchkey/core'
import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type AccountId, type Asset, type Chain, LatchkeyError } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import { createPublicClient, erc20Abi, http, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kitInState } from '../test/connected-kit.ts'
import { keys, request, signal } from '../test/fixture.ts'
import { nativeAsset } from './chains.ts'
import { evm } from './evm.ts'

const [ada, grace, alan] = accounts
const mallory = accounts[9]
const [latch, usdc] = devnetTokens as readonly [Asset, Asset]
const from: AccountId = `eip155:31337:${ada.address}`

const run = {} as {
  devnet: EvmDevnet
  chain: Chain
  judge: ReturnType<typeof createPublicClient>
  adapter: ReturnType<typeof evm>
  connector: Connector
  wallet: MockEvmWallet
  calls: string[]
}

async function rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(run.devnet.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

function source(chain: Chain = run.chain): ReadSource {
  return {
    chain,
    request: (method, params) => {
      run.calls.push(method)
      return rpc(method, ...((params ?? []) as unknown[]))
    },
  }
}

const transferOf = (asset: Asset, amount: bigint, to: string = grace.address): Transfer => ({
  from,
  to,
  asset,
  amount,
})

async function send(transfer: Transfer): Promise<{ hash: string; nonce?: number }> {
  const estimate = await run.adapter.read.estimateTransfer(source(), transfer)
  const sent = await run.connector.features.transfer?.({
    transfer,
    chain: run.chain,
    estimate,
    signal,
  })
  if (!sent) throw new Error('no transfer')
  return sent
}

/**
 * The node answers the hash before the block is made, even when every transaction gets a block of
 * its own.
 */
const mined = (hash: unknown) => receiptOf(run.devnet.url, hash as `0x${string}`)

const tokenOf = (asset: Asset) => asset.id.slice(asset.id.lastIndexOf(':') + 1) as `0x${string}`
const tokens = (asset: Asset, owner: `0x${string}`) =>
  run.judge.readContract({
    address: tokenOf(asset),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const page = new EventTarget()
  const wallet = mockEvmWallet({ accounts: keys, rpcUrl: devnet.url })
  wallet.install(page)
  const chain = devnetChain(devnet.url)
  const adapter = evm({ chains: [chain], page })
  const connectors: Connector[] = []
  adapter.discover((connector) => connectors.push(connector))
  const judge = createPublicClient({ transport: http(devnet.url), pollingInterval: 20 })
  Object.assign(run, { devnet, chain, adapter, wallet, judge, connector: connectors[0], calls: [] })
  await run.connector.connect(request({ chains: [chain] }))
})
afterAll(() => run.devnet?.stop())
beforeEach(async () => {
  run.calls.splice(0)
  await rpc('evm_setAutomine', true)
})

describe('balances', () => {
  test('default', async () => {
    const found = await run.adapter.read.balances(source(), {
      account: from,
      assets: [latch, usdc, usdc],
    })
    expect(run.calls).toEqual(['eth_call'])
    expect(found.map(({ asset }) => asset.symbol)).toEqual(['ETH', 'LATCH', 'USDC'])
    expect(found.map(({ amount }) => amount)).toEqual([
      await run.judge.getBalance({ address: ada.address }),
      await tokens(latch, ada.address),
      await tokens(usdc, ada.address),
    ])
  })

  test.each([
    ['no Multicall3', undefined],
    [
      'a Multicall3 that is not there',
      { multicall3: '0x00000000000000000000000000000000000000aa' },
    ],
    ['a Multicall3 that is something else', { multicall3: addresses.usdc }],
  ])('behavior: %s gives the same', async (_, contracts) => {
    const { contracts: all, ...bare } = run.chain
    const chain = contracts ? { ...bare, contracts } : bare
    const parameters = { account: from, assets: [latch, usdc] }
    const apart = await run.adapter.read
      .balances(source(chain), parameters)
      .catch((error: unknown) => error)
    expect(apart).toEqual(await run.adapter.read.balances(source(), parameters))
    expect(all?.multicall3).toBe(addresses.multicall3)
  })

  test('behavior: a token that does not answer is left out, the others stay', async () => {
    const odd: Asset = { ...usdc, id: `eip155:31337/erc20:${addresses.multicall3}` }
    const empty: Asset = { ...usdc, id: `eip155:31337/erc20:${alan.address}` }
    const found = await run.adapter.read.balances(source(), {
      account: from,
      assets: [odd, empty, latch],
    })
    expect(found.map(({ asset }) => asset.id)).toEqual(['eip155:31337/slip44:60', latch.id])
  })

  test('behavior: a token that burns all gas does not take the others with it', async () => {
    // A precompile given nonsense spends whatever it gets, as a hostile token would.
    const hostile: Asset = {
      ...usdc,
      id: 'eip155:31337/erc20:0x0000000000000000000000000000000000000008',
    }
    const found = await run.adapter.read.balances(source(), {
      account: from,
      assets: [hostile, hostile, latch],
    })
    expect(found.map(({ asset }) => asset.symbol)).toContain('LATCH')
  })

  test('behavior: fifty tokens are one round trip', async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      ...usdc,
      id: `eip155:31337/erc20:0x${(i + 4096).toString(16).padStart(40, '0')}` as const,
    }))
    await run.adapter.read.balances(source(), { account: from, assets: [...many, usdc] })
    expect(run.calls).toHaveLength(1)
  })
})

describe('estimateTransfer', () => {
  test('default', async () => {
    const { fee, feeAsset, notes, data } = await run.adapter.read.estimateTransfer(
      source(),
      transferOf(nativeAsset(run.chain), 1n),
    )
    expect([feeAsset.symbol, notes]).toEqual(['ETH', []])
    expect(data).toMatchObject({ gas: 21_000n, maxFeePerGas: expect.any(BigInt) })
    expect(fee).toBe(21_000n * (data as { maxFeePerGas: bigint }).maxFeePerGas)
  })

  test('behavior: a receiver with code is noted, for coin and token; one that delegates is not', async () => {
    await rpc('anvil_setCode', alan.address, '0x00')
    for (const asset of [nativeAsset(run.chain), usdc]) {
      const { notes } = await run.adapter.read.estimateTransfer(
        source(),
        transferOf(asset, 1n, alan.address),
      )
      expect(notes).toEqual(['contract-receiver'])
    }
    await rpc('anvil_setCode', alan.address, `0xef0100${addresses.weth.slice(2)}`)
    const { notes } = await run.adapter.read.estimateTransfer(
      source(),
      transferOf(usdc, 1n, alan.address),
    )
    expect(notes).toEqual([])
    await rpc('anvil_setCode', alan.address, '0x')
  })

  test('behavior: capitals that do not fit are a typo', async () => {
    const typo = grace.address.replace('C5', 'c5')
    expect(typo).not.toBe(grace.address)
    const coin = nativeAsset(run.chain)
    await expect(
      run.adapter.read.estimateTransfer(source(), transferOf(coin, 1n, typo)),
    ).rejects.toMatchObject({
      code: 'receiver-invalid',
    })
    await run.adapter.read.estimateTransfer(
      source(),
      transferOf(coin, 1n, grace.address.toLowerCase()),
    )
  })

  test('behavior: more tokens than there are is named by the node', async () => {
    const error = await run.adapter.read
      .estimateTransfer(source(), transferOf(usdc, 1n << 200n))
      .catch((e: unknown) => e)
    expect(run.adapter.explain(error)).toBe('execution-reverted')
  })
})

describe('transfer', () => {
  test('default', async () => {
    const amount = 1_234_567_890_123_456_789n
    const before = await run.judge.getBalance({ address: grace.address })
    const mine = await run.judge.getBalance({ address: ada.address })
    const { hash, nonce } = await send(transferOf(nativeAsset(run.chain), amount))
    await mined(hash)
    expect(await run.judge.getBalance({ address: grace.address })).toBe(before + amount)
    const verdict = await run.adapter.read.verdict(source(), { hash, from })
    const receipt = await run.judge.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(verdict).toEqual({
      state: 'confirmed',
      block: String(receipt.blockNumber),
      fee: receipt.gasUsed * receipt.effectiveGasPrice,
    })
    const fee = verdict.state === 'confirmed' ? (verdict.fee ?? 0n) : 0n
    expect(await run.judge.getBalance({ address: ada.address })).toBe(mine - amount - fee)
    expect((await run.judge.getTransaction({ hash: hash as `0x${string}` })).nonce).toBe(nonce)
  })

  test('parameters: asset', async () => {
    const before = await tokens(usdc, grace.address)
    await mined((await send(transferOf(usdc, 1_500_000n))).hash)
    expect(await tokens(usdc, grace.address)).toBe(before + 1_500_000n)
  })

  test('behavior: the whole balance less the estimated fee can be sent', async () => {
    const coin = nativeAsset(run.chain)
    const own: Transfer = {
      from: `eip155:31337:${grace.address}`,
      to: alan.address,
      asset: coin,
      amount: 1n,
    }
    const { fee } = await run.adapter.read.estimateTransfer(source(), own)
    const amount = (await run.judge.getBalance({ address: grace.address })) - fee
    const { hash } = await send({ ...own, amount })
    await mined(hash)
    expect(await run.adapter.read.verdict(source(), { hash, from: own.from })).toMatchObject({
      state: 'confirmed',
    })
    await rpc('anvil_setBalance', grace.address, '0x21e19e0c9bab2400000')
  })
})

describe('verdict', () => {
  const state = async (sent: { hash: string; nonce?: number }, submittedAt?: number) =>
    run.adapter.read.verdict(source(), { ...sent, from, ...(submittedAt && { submittedAt }) })
  const tip = (hash: string) =>
    rpc('eth_getTransactionByHash', hash) as Promise<Record<string, string>>
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000

  test('default', async () => {
    await rpc('evm_setAutomine', false)
    const sent = await send(transferOf(nativeAsset(run.chain), 1n))
    expect(await state(sent, minutesAgo(60))).toEqual({ state: 'pending' })
    await rpc('evm_mine')
    expect(await state(sent)).toMatchObject({ state: 'confirmed' })
  })

  test('behavior: reverted', async () => {
    const params = [
      {
        from: ada.address,
        to: tokenOf(usdc),
        gas: '0x186a0',
        data: `0xa9059cbb${'f'.repeat(128)}`,
      },
    ]
    const hash = String(await rpc('eth_sendTransaction', ...params))
    await mined(hash)
    expect(await state({ hash })).toMatchObject({
      state: 'failed',
      code: 'execution-reverted',
      fee: expect.any(BigInt),
    })
  })

  test('behavior: replaced by another of the same nonce', async () => {
    await rpc('evm_setAutomine', false)
    const sent = await send(transferOf(nativeAsset(run.chain), 1n))
    const { nonce, maxFeePerGas } = await tip(sent.hash)
    const fee = `0x${(BigInt(maxFeePerGas ?? 0) * 3n).toString(16)}`
    const by = await rpc('eth_sendTransaction', {
      from: ada.address,
      to: ada.address,
      value: '0x0',
      nonce,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee,
    })
    await rpc('evm_mine')
    expect(await state(sent)).toEqual({ state: 'replaced', by })
    for (let i = 0; i < 10; i++) {
      await rpc('evm_mine')
    }
    expect(await state(sent)).toEqual({ state: 'replaced' })
    expect(await state({ hash: sent.hash })).toEqual({ state: 'pending' })
  })

  test('behavior: dropped by the node', async () => {
    await rpc('evm_setAutomine', false)
    const sent = await send(transferOf(nativeAsset(run.chain), 1n))
    await rpc('anvil_dropTransaction', sent.hash)
    expect(await state(sent, minutesAgo(1))).toEqual({ state: 'pending' })
    expect(await state(sent)).toEqual({ state: 'pending' })
    expect(await state(sent, minutesAgo(11))).toEqual({ state: 'dropped' })
  })

  test('behavior: a receipt of something else is not believed', async () => {
    const sent = await send(transferOf(nativeAsset(run.chain), 1n))
    const lying = (receipt: unknown): ReadSource => ({
      chain: run.chain,
      request: async () => receipt,
    })
    await mined(sent.hash)
    const receipt = (await rpc('eth_getTransactionReceipt', sent.hash)) as object
    for (const lie of [
      {},
      { ...receipt, transactionHash: `0x${'0'.repeat(64)}` },
      { ...receipt, status: '0x2' },
      'yes',
    ]) {
      await expect(run.adapter.read.verdict(lying(lie), { hash: sent.hash, from })).rejects.toThrow(
        LatchkeyError,
      )
    }
  })
})

describe('names', () => {
  const { addressOfName, nameOfAddress } = {
    addressOfName: (name: string, chain?: Chain) =>
      run.adapter.read.addressOfName?.(source(chain), name),
    nameOfAddress: (address: string) =>
      run.adapter.read.nameOfAddress?.(source(), `eip155:31337:${address}`),
  }

  test('default', async () => {
    expect(await addressOfName('ada.eth')).toBe(ada.address)
    expect(await addressOfName('ADA.eth')).toBe(ada.address)
    expect(await nameOfAddress(grace.address)).toMatchObject({ name: 'grace.eth' })
  })

  test('behavior: nobody’s name, no name at all, and a chain without names', async () => {
    expect(await addressOfName('nobody-has-this.eth')).toBeNull()
    run.calls.splice(0)
    for (const name of ['ada', '', 'a..eth', 'a\u0000.eth', `${'x'.repeat(300)}.eth`]) {
      expect(await addressOfName(name)).toBeNull()
    }
    const { contracts: _, ...bare } = run.chain
    expect(await addressOfName('ada.eth', bare)).toBeNull()
    expect(run.calls).toEqual([])
    expect(await nameOfAddress('0x00000000000000000000000000000000000000aa')).toBeNull()
  })

  test('behavior: a claim that the name does not return is not believed', async () => {
    expect(await nameOfAddress(mallory.address)).toBeNull()
  })
})

describe('signTypedData', () => {
  test('default', async () => {
    const typedData = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order' as const,
      message: { amount: 12n },
    }
    const { signTypedData } = await import('./actions/sign-typed-data.ts')
    const { sessions } = await run.connector.connect(request({ chains: [run.chain] }))
    const { id } = run.connector
    const kit = kitInState({
      active: { eip155: id },
      connectors: { [id]: run.connector },
      connections: { [id]: { status: 'connected', sessions, hidden: [] } },
    })
    const { signature, account } = await signTypedData(kit, { typedData })
    expect(account).toBe(from)
    expect(
      await verifyTypedData({
        ...typedData,
        address: ada.address,
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
  })
})
