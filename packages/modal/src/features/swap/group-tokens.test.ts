import type { SwapAsset } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { groupTokens } from './group-tokens.ts'

const token = (symbol: string, more: Partial<SwapAsset> = {}, chain = 'test:1'): SwapAsset => ({
  id: `${chain}/erc20:0x${symbol.toLowerCase()}` as SwapAsset['id'],
  name: `The ${symbol}`,
  symbol,
  decimals: 0,
  ...more,
})
const names = (some: readonly { readonly asset: SwapAsset }[]) =>
  some.map(({ asset }) => asset.symbol)
const all = ['ZED', 'USDC', 'able', 'UNI', 'ETH'].map((symbol) => token(symbol))

describe('groupTokens', () => {
  it('default', () => {
    const groups = groupTokens({
      tokens: all,
      balances: [
        { asset: token('UNI'), amount: 3n, price: '2' },
        { asset: token('ZED'), amount: 5n },
        { asset: token('USDC'), amount: 0n, price: '1' },
        { asset: token('GONE'), amount: 9n },
      ],
      search: '',
    })
    expect(names(groups.owned)).toEqual(['UNI', 'ZED'])
    expect(names(groups.suggested)).toEqual(['ETH', 'USDC'])
    expect(names(groups.popular)).toEqual(['able'])
    expect(groups.owned[0]?.balance?.amount).toBe(3n)
  })

  it.each([
    ['usd', ['USDC']],
    [' THE Z ', ['ZED']],
    ['0xABLE', ['able']],
    ['0xabl', []],
    ['nothing', []],
  ])('parameters: search %j', (search, found) => {
    const { owned, suggested, popular } = groupTokens({ tokens: all, balances: [], search })
    expect(names([...owned, ...suggested, ...popular])).toEqual(found)
  })

  it('behavior: a chain may have suggestions of its own before the others', () => {
    const tokens = ['ETH', 'USD₮0'].map((symbol) => token(symbol, {}, 'eip155:42161'))
    expect(names(groupTokens({ tokens, balances: [], search: '' }).suggested)).toEqual([
      'USD₮0',
      'ETH',
    ])
  })

  it('behavior: what is suggested comes in one order, whatever the order of the list', () => {
    const order =
      'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'
    const tokens = [...order.split(' ').toSorted(), 'OTHER'].map((symbol) => token(symbol))
    const { suggested, popular } = groupTokens({ tokens, balances: [], search: '' })
    expect(names(suggested).join(' ')).toBe(order)
    expect(names(popular)).toEqual(['OTHER'])
  })

  it('behavior: each token stands once, and a token that is warned of is not suggested', () => {
    const tokens = [
      token('USDC', { warning: 'A copy', id: 'test:1/erc20:0xbad' }),
      token('USDC'),
      token('USDC', { id: 'test:1/erc20:0xother' }),
    ]
    const { suggested, popular } = groupTokens({ tokens, balances: [], search: '' })
    expect(suggested.map(({ asset }) => asset.id)).toEqual(['test:1/erc20:0xother'])
    expect(popular).toHaveLength(2)
  })
})
