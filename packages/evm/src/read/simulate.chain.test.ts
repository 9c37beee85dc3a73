import type { Call, ReadSource } from '@latchkey/core'
import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Asset } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeAsset } from '../chains.ts'
import { simulate } from './simulate.ts'
import { allowance, decimals } from './token.ts'

const [ada, grace] = accounts
const from = `eip155:31337:${ada.address}` as const
const [latch, usdc] = devnetTokens as readonly [Asset, Asset]
const coin = nativeAsset(devnetChain())
const run = {} as { devnet: EvmDevnet; source: ReadSource }
const abi = parseAbi(['function swapExactTokensForETH(uint256,uint256,address[],address,uint256)'])
const amount = 5_000_000n
const approve: Call = {
  to: addresses.usdc,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [addresses.router, amount],
  }),
  value: 0n,
}
const sell = (least: bigint): Call => ({
  to: addresses.router,
  data: encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForETH',
    args: [amount, least, [addresses.usdc, addresses.weth], ada.address, 2n ** 40n],
  }),
  value: 0n,
})

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const request = async (method: string, params?: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(run.devnet.url, { method: 'POST', headers, body })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { message: string; code: number }
    }
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  run.source = { chain: devnetChain(run.devnet.url), request }
})
afterAll(() => run.devnet?.stop())

describe('simulate', () => {
  test('default: a payment takes the coin and no fee', async () => {
    const call: Call = { to: grace.address, data: '0x', value: 7n }
    const { changes, fee } = await simulate(run.source, {
      from,
      calls: [call],
      assets: [coin, latch],
    })
    expect(changes).toEqual({ [coin.id]: -7n, [latch.id]: 0n })
    expect(fee).toBeGreaterThan(0n)
  })

  test('parameters: calls, the second sees what the first did', async () => {
    const assets = [usdc, coin, latch]
    const { changes, data } = await simulate(run.source, {
      from,
      calls: [approve, sell(1n)],
      assets,
    })
    expect(Object.keys(changes ?? {})).toEqual(assets.map(({ id }) => id))
    expect([changes?.[usdc.id], changes?.[latch.id]]).toEqual([-amount, 0n])
    expect(changes?.[coin.id]).toBeGreaterThan(1_900_000_000_000_000n)
    expect((data as { gas: bigint }).gas).toBeGreaterThan(100_000n)
    expect(
      await allowance(run.source, { owner: from, asset: usdc, spender: addresses.router }),
    ).toBe(0n)
  })

  test.each([
    ['without its approval', [sell(1n)]],
    ['below its minimum', [approve, sell(10n ** 18n)]],
    ['for more coins than are held', [{ to: grace.address, data: '0x', value: 10n ** 30n }]],
  ])('behavior: %s it fails', async (_, calls) => {
    await expect(simulate(run.source, { from, calls, assets: [coin] })).rejects.toThrow(
      /revert|insufficient|funds/i,
    )
  })

  test('behavior: a token that burns all it gets hides no other', async () => {
    // A precompile given nonsense spends whatever it gets.
    const hostile = {
      ...usdc,
      id: 'eip155:31337/erc20:0x0000000000000000000000000000000000000008',
    } as const
    const { changes } = await simulate(run.source, {
      from,
      calls: [approve, sell(1n)],
      assets: [hostile, usdc, coin],
    })
    expect(Object.keys(changes ?? {})).toEqual([usdc.id, coin.id])
  })
})

describe('decimals', () => {
  test('default', async () => {
    expect(
      await Promise.all([latch, usdc, coin].map((asset) => decimals(run.source, asset))),
    ).toEqual([18, 6, 18])
  })
})
