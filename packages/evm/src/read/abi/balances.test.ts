import type { ReadSource } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { encodeAbiParameters, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../../test/fixture.ts'
import { balances } from './balances.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const chain = { ...devnet, contracts: { multicall3 } }
const tokenOf = (address: string): Asset => ({
  id: `eip155:31337/erc20:${address}`,
  name: 'Token',
  symbol: 'TKN',
  decimals: 6,
})
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

/** A node whose Multicall3 answers the coin's balance and then these. */
const answering = (
  ...tokens: readonly { readonly success: boolean; readonly returnData: Hex }[]
): ReadSource => ({
  chain,
  request: async () =>
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: [{ success: true, returnData: word(9n) }, ...tokens],
    }),
})
const asked = { account: `eip155:31337:${ada}`, assets: [tokenOf(grace), tokenOf(ada)] } as const

describe('balances', () => {
  test('default: the coin, then each token that answers', async () => {
    const source = answering(
      { success: true, returnData: word(5n) },
      { success: true, returnData: word(0n) },
    )
    expect((await balances(source, asked)).map(({ amount }) => amount)).toEqual([9n, 5n, 0n])
  })

  test('behavior: what a call that failed has left behind is no balance, though it looks like one', async () => {
    const source = answering(
      { success: false, returnData: word(5n) },
      { success: true, returnData: word(7n) },
    )
    const found = await balances(source, asked)
    expect(found.map(({ asset, amount }) => [asset.symbol, amount])).toEqual([
      ['ETH', 9n],
      ['TKN', 7n],
    ])
    expect(found[1]?.asset.id).toBe(tokenOf(ada).id)
  })
})
