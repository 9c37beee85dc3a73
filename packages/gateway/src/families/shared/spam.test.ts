import type { AssetId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { foldLookAlikes, textSpam, tokenJudge } from './spam.ts'

const chain = 'eip155:31337'
const address = (digit: string): string => `0x${digit.repeat(40)}`
const id = (digit: string): AssetId => `${chain}/erc20:${address(digit)}`
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const judgeOf = (index: object = {}) =>
  tokenJudge(
    configSchema.parse({
      chains: [{ id: chain, name: 'Test', nativeCurrency, rpcUrls: ['http://node.example'] }],
      tokens: [{ id: id('A'), name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
      index,
    }),
  )

describe('textSpam', () => {
  test('default', () => {
    for (const text of [
      'Tether USD',
      'Wrapped Ether',
      'Uniswap V2',
      'USDC.e',
      'yearn.finance',
      'Curve.fi aDAI',
      'A.I.',
      '👨‍👩‍👧 Club',
    ]) {
      expect([text, textSpam(text)]).toEqual([text, null])
    }
    expect(textSpam('')).toBeNull()
  })

  test('behavior: a link', () => {
    for (const text of [
      'https://x',
      'www.free',
      'go t.me/abc',
      'Visit claim-latch.example',
      'usd-coin . com',
      'AIRDROP.XYZ',
    ]) {
      expect([text, textSpam('Fine', text)]).toEqual([text, 'link'])
    }
  })

  test('behavior: a lure', () => {
    for (const text of [
      'Claim now',
      '5000 LATCH reward',
      '$ Airdrop',
      'redeem it',
      'Free Mint',
      'ｃｌａｉｍ',
    ]) {
      expect([text, textSpam(text)]).toEqual([text, 'lure'])
    }
    for (const text of ['Reclaimed', 'Revisited', 'Declaim', 'Rewardable']) {
      expect(textSpam(text)).toBeNull()
    }
  })

  test('behavior: hidden text', () => {
    for (const text of ['US\u200bDC', '\u202eCDSU', 'a\u0000b', 'x\ue000']) {
      expect([text, textSpam('Fine', text)]).toEqual([text, 'hidden-text'])
    }
  })
})

describe('glanceOf', () => {
  test('default', () => {
    for (const text of ['USDC', 'usdc', 'USDС', 'ՍЅDC', 'U S D C', 'ＵＳＤＣ', 'Ú$DC']) {
      expect(foldLookAlikes(text)).toBe('USDC')
    }
    expect(foldLookAlikes('USDT')).not.toBe(foldLookAlikes('USDC'))
  })
})

describe('tokenJudge', () => {
  test('default', () => {
    const { judgeText, findOverride } = judgeOf()
    expect(judgeText(chain, 'Dai', 'DAI')).toBeNull()
    expect(findOverride(chain, address('a'))).toBeNull()
    expect(findOverride(chain, address('b'))).toBeUndefined()
  })

  test('behavior: a look-alike of a listed token or of the coin', () => {
    const { judgeText } = judgeOf()
    for (const [name, symbol] of [
      ['Something', 'USDС'],
      ['USD Cοin', 'X'],
      ['Fake', 'USDC'],
      ['Fake', 'ΕTH'],
    ] as const) {
      expect([symbol, judgeText(chain, name, symbol)]).toEqual([symbol, 'look-alike'])
    }
    expect(judgeText('eip155:1', 'Fake', 'USDC')).toBeNull()
  })

  test("behavior: the operator's lists win, spam before not spam", () => {
    const { findOverride } = judgeOf({
      spam: [id('A'), id('c')],
      notSpam: [id('c'), `${chain}/erc721:${address('d')}`],
    })
    expect(['a', 'c', 'd'].map((digit) => findOverride(chain, address(digit)))).toEqual([
      'listed',
      'listed',
      null,
    ])
  })
})
