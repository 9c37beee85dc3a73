import { describe, expect, test } from 'vitest'
import { configOf } from '../../test/make-gateway.ts'
import { listedTokens } from './listed-tokens.ts'

const chain = 'eip155:31337'
const [a, b] = [`0x${'aA'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const token = (address: string, symbol: string) => ({
  id: `${chain}/erc20:${address}` as const,
  name: symbol,
  symbol,
  decimals: 6,
})

describe('listedTokens', () => {
  test('default', () => {
    const config = configOf(['http://n.example'], {
      tokens: [{ ...token(a, 'A'), iconUrl: 'https://i.example/a.png' }],
    })
    expect(
      listedTokens(config, chain, [
        { name: 'B', symbol: 'B', address: `${chain}:${b}`, decimals: 0 },
      ]),
    ).toEqual([
      {
        name: 'Ether',
        symbol: 'ETH',
        address: `${chain}:0x${'e'.repeat(40)}`,
        decimals: 18,
        logoUri: null,
      },
      {
        name: 'A',
        symbol: 'A',
        address: `${chain}:${a}`,
        decimals: 6,
        logoUri: 'https://i.example/a.png',
      },
      { name: 'B', symbol: 'B', address: `${chain}:${b}`, decimals: 0 },
    ])
  })

  test('behavior: the list of the operator wins, each token stands once', () => {
    const config = configOf(['http://n.example'], { tokens: [token(a, 'A')] })
    const theirs = [
      { name: 'Fake', symbol: 'FAKE', address: `${chain}:${a.toLowerCase()}`, decimals: 18 },
      { name: 'Fake', symbol: 'FAKE', address: `${chain}:0x${'eE'.repeat(20)}`, decimals: 0 },
    ] as const
    expect(listedTokens(config, chain, theirs).map(({ symbol }) => symbol)).toEqual(['ETH', 'A'])
  })

  test('behavior: the operator warns of tokens, whoever lists them, and of the coin', () => {
    const warnings = [
      { asset: `${chain}/erc20:${a.toLowerCase()}` as const, text: 'A is paused' },
      { asset: `${chain}/erc20:${b}` as const, text: 'B is a copy' },
      { asset: `${chain}/slip44:966` as const, text: 'test money' },
      { asset: `eip155:1/erc20:${b}` as const, text: 'another chain' },
    ]
    const config = configOf(['http://n.example'], { tokens: [token(a, 'A')], warnings })
    const listed = listedTokens(config, chain, [
      { name: 'B', symbol: 'B', address: `${chain}:${b}`, decimals: 0 },
    ])
    expect(listed.map(({ warning }) => warning)).toEqual([
      'test money',
      'A is paused',
      'B is a copy',
    ])
  })

  test('behavior: only of this chain', () => {
    const config = configOf(['http://n.example'], { tokens: [token(a, 'A')] })
    expect(listedTokens(config, 'eip155:1', [])).toEqual([])
  })
})
