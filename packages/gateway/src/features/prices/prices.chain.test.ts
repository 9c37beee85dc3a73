import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  receiptOf,
  startEvmDevnet,
} from '@latchkey/devnet'
import { isBalanceAnswer, isPriceAnswer, type TokenBalance } from '@latchkey/protocol'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  formatUnits,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developmentConfig } from '../../server/config/development.ts'
import { type RunningGateway, startGateway } from '../../server/hosts/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-prices-'))
const made: { devnet?: EvmDevnet; gateway?: RunningGateway } = {}
const chainId = 'eip155:31337'
const [ada, grace] = [accounts[0].address, accounts[1].address]
const coin = `${chainId}:0x${'e'.repeat(40)}`
const abi = parseAbi([
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
  'function balanceOf(address) view returns (uint256)',
])

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const { prices, ...development } = developmentConfig(devnet.url)
  const file = {
    ...development,
    chains: [devnetChain(devnet.url)],
    tokens: devnetTokens,
    prices: { ...prices, rates: { eur: '0.92', jpy: '150' } },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(file))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  Object.assign(made, { devnet, gateway })
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const client = () => createPublicClient({ transport: http(made.devnet?.url) })

async function balances(
  currency = 'usd',
  address: Address = ada,
): Promise<readonly TokenBalance[]> {
  const query = `projectId=demo&currency=${currency}&chainId=${chainId}&forceUpdate=${coin}`
  const response = await fetch(`${made.gateway?.url}/v1/account/${address}/balance?${query}`)
  const answer: unknown = await response.json()
  if (response.status !== 200 || !isBalanceAnswer(answer)) throw new Error(JSON.stringify(answer))
  return answer.balances
}

async function price(addressList: readonly string[], currency = 'usd') {
  const response = await fetch(`${made.gateway?.url}/v1/fungible/price`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'demo', currency, addresses: addressList }),
  })
  return { status: response.status, answer: (await response.json()) as unknown }
}

async function pricesOf(
  addressList: readonly string[],
  currency = 'usd',
): Promise<Record<string, number>> {
  const { answer } = await price(addressList, currency)
  if (!isPriceAnswer(answer)) throw new Error(JSON.stringify(answer))
  return Object.fromEntries(answer.fungibles.map((one) => [one.symbol, one.price]))
}

/**
 * What the chain itself says, by another road than the gateway's: two calls to one pool, and whole
 * numbers.
 */
async function truth(): Promise<{ ethUsd: number; latchEth: number }> {
  const ratio = async (pool: Address, token: Address, decimals: number): Promise<number> => {
    const [reserves, token0] = await Promise.all([
      client().readContract({ address: pool, abi, functionName: 'getReserves' }),
      client().readContract({ address: pool, abi, functionName: 'token0' }),
    ])
    const isFirst = token0.toLowerCase() === token.toLowerCase()
    const [own, ether] = isFirst ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]]
    const scaled = (own * 10n ** BigInt(18 + 18 - decimals)) / ether
    return Number(formatUnits(scaled, 18))
  }
  const usdcPerEth = await ratio(addresses.usdcPool, addresses.usdc, 6)
  const latchPerEth = await ratio(addresses.latchPool, addresses.latch, 18)
  return { ethUsd: usdcPerEth, latchEth: 1 / latchPerEth }
}

async function send(
  from: Address,
  transaction: { to: Address; data?: Hex; value?: bigint },
): Promise<void> {
  const value =
    transaction.value === undefined ? {} : { value: `0x${transaction.value.toString(16)}` }
  const params = [
    { from, to: transaction.to, data: transaction.data ?? '0x', gas: '0x4c4b40', ...value },
  ]
  const hash = (await client().request({ method: 'eth_sendTransaction', params } as never)) as Hex
  const receipt = await receiptOf(made.devnet?.url ?? '', hash)
  if (receipt.status !== 'success') throw new Error('reverted')
}

const symbolOf = (list: readonly TokenBalance[], symbol: string) =>
  list.find((one) => one.symbol === symbol)

describe('prices on a chain', () => {
  test('default', async () => {
    const list = await balances()
    expect(list.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['ETH', 2500],
      ['LATCH', 1.25],
      ['USDC', 1],
    ])
    const [eth, latch, usdc] = list
    expect(eth?.value).toBe(Number(eth?.quantity.numeric) * 2500)
    expect([latch?.value, usdc?.value]).toEqual([12_500, 10_000])
  })

  test('behavior: a swap that moves a pool by 5 % moves the shown price and value by as much', async () => {
    const before = { balance: symbolOf(await balances(), 'LATCH'), truth: await truth() }
    // Of x·y = k: the price moves by (1 + a / 1000)²; a fee of 0.3 % stays in the pool. 24.7 ether
    // make about 5 %.
    const data = encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [addresses.weth, addresses.latch], grace, 2n ** 255n],
    })
    await send(grace, { to: addresses.router, data, value: parseEther('24.7') })
    const after = await truth()
    const moved = after.latchEth / before.truth.latchEth
    expect(moved).toBeGreaterThan(1.0495)
    expect(moved).toBeLessThan(1.0505)
    // Pools are read again after everyMs (one second here), not earlier.
    await expect
      .poll(async () => symbolOf(await balances(), 'LATCH')?.price, { timeout: 15_000 })
      .not.toBe(1.25)
    const shown = symbolOf(await balances(), 'LATCH')
    expect(shown?.price).toBeCloseTo(after.latchEth * after.ethUsd, 9)
    expect((shown?.value ?? 0) / (before.balance?.value ?? 1)).toBeCloseTo(moved, 9)
    expect(await pricesOf([`${chainId}:${addresses.latch}`])).toEqual({ LATCH: shown?.price })
    // What grace got is hers, at the same price.
    const hers = symbolOf(await balances('usd', grace), 'LATCH')
    const amount = await client().readContract({
      address: addresses.latch,
      abi,
      functionName: 'balanceOf',
      args: [grace],
    })
    expect(hers?.quantity.numeric).toBe(formatUnits(amount, 18))
    expect(hers?.value).toBeCloseTo(Number(formatUnits(amount, 18)) * (shown?.price ?? 0), 6)
  })

  test('behavior: other money by its rate, ether by itself, and none without a rate', async () => {
    const asked = [coin, `${chainId}:${addresses.usdc}`]
    expect(await pricesOf(asked, 'eur')).toEqual({ ETH: 2300, USDC: 0.92 })
    expect(await pricesOf(asked, 'jpy')).toEqual({ ETH: 375_000, USDC: 150 })
    expect(await pricesOf(asked, 'eth')).toEqual({ ETH: 1, USDC: 0.0004 })
    expect(await pricesOf(asked, 'gbp')).toEqual({})
    expect(await pricesOf(asked, 'btc')).toEqual({})
    expect((await balances('gbp')).map((one) => 'price' in one || 'value' in one)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('behavior: every address is answered as it was spelt; unknown ones are left out', async () => {
    const lower = `${chainId}:${addresses.usdc.toLowerCase()}`
    const { answer } = await price([
      lower,
      coin,
      `${chainId}:${addresses.nft}`,
      `eip155:5:${addresses.usdc}`,
      lower,
    ])
    expect(answer).toEqual({
      fungibles: [
        { address: lower, name: 'USD Coin (devnet)', symbol: 'USDC', decimals: 6, price: 1 },
        { address: coin, name: 'Ether', symbol: 'ETH', decimals: 18, price: 2500 },
      ],
    })
  })

  test('behavior: a pool that is drained loses its price, and the coin behind it stays', async () => {
    const [account] = [addresses.latchPool]
    await client().request({ method: 'anvil_impersonateAccount', params: [account] } as never)
    await client().request({
      method: 'anvil_setBalance',
      params: [account, '0xde0b6b3a7640000'],
    } as never)
    const held = await client().readContract({
      address: addresses.weth,
      abi,
      functionName: 'balanceOf',
      args: [account],
    })
    const transfer = parseAbi([
      'function transfer(address to, uint256 amount) returns (bool)',
      'function sync()',
    ])
    const rest = parseEther('3')
    await send(account, {
      to: addresses.weth,
      data: encodeFunctionData({
        abi: transfer,
        functionName: 'transfer',
        args: [grace, held - rest],
      }),
    })
    await send(account, {
      to: addresses.latchPool,
      data: encodeFunctionData({ abi: transfer, functionName: 'sync' }),
    })
    const asked = [coin, `${chainId}:${addresses.latch}`]
    await expect.poll(() => pricesOf(asked), { timeout: 15_000 }).toEqual({ ETH: 2500 })
    const latch = symbolOf(await balances(), 'LATCH')
    expect(latch?.quantity.numeric).toBe('10000')
    expect(latch && ('price' in latch || 'value' in latch)).toBe(false)
  })
})
