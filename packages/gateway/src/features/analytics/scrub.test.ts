import { describe, expect, test } from 'vitest'
import { scrubProperties, scrubText } from './scrub.ts'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('scrubText', () => {
  test.each([
    ['eip155', evm],
    ['a transaction', `0x${'ab'.repeat(32)}`],
    ['bip122', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['bip122, old', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['stacks', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
    ['polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ['cosmos', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
    ['mail', 'ada@shop.example'],
    [
      'a pairing link',
      'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?symKey=587d5484',
    ],
  ])('parameters: %s', (_, secret) => {
    const text = scrubText(`failed for ${secret}, sorry`)
    expect(text).toBe('failed for [hidden], sorry')
    expect(scrubText(`"${secret.toUpperCase()}"`)).not.toContain(secret.toUpperCase())
  })

  test('behavior: ordinary words, codes, versions and ids of wallets stay', () => {
    const text =
      'Error: insufficient funds for gas * price + value (code -32000) at send (index-B1x9.js:12:5) c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
    expect(scrubText(text)).toBe(text)
  })

  test('behavior: of a link only its place stays', () => {
    expect(scrubText('GET https://rpc.example/v1?key=secret#x failed')).toBe(
      'GET https://rpc.example/v1 failed',
    )
  })

  test('behavior: an address over the edge is not kept in part', () => {
    expect(scrubText(`${'word '.repeat(98)} ${evm}`)).not.toMatch(/0x/)
  })

  test('behavior: a megabyte of anything takes no time', () => {
    // A pattern that looks at each part of a text again for each other part takes minutes.
    const startedAt = performance.now()
    for (const text of [
      'a'.repeat(1e6),
      'a1'.repeat(5e5),
      'a@a.'.repeat(2e5),
      'https://'.repeat(1e5),
    ]) {
      scrubText(text, 4_000)
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('scrubProperties', () => {
  test('default', () => {
    expect(
      scrubProperties({
        name: 'Foxglove',
        walletRank: 3,
        connected: true,
        nothing: null,
        address: 'x',
        hash: 'y',
        items: [{ name: evm }],
      }),
    ).toEqual({
      name: 'Foxglove',
      walletRank: 3,
      connected: true,
      nothing: null,
      address: '[hidden]',
      hash: '[hidden]',
      items: [{ name: '[hidden]' }],
    })
  })

  test('parameters: isClear', () => {
    expect(
      scrubProperties({ address: evm, amount: '0.0531', message: `for ${evm}` }, true),
    ).toEqual({
      address: evm,
      amount: '0.0531',
      message: `for ${evm}`,
    })
  })

  test.each([
    ['0.0531', '0.05'],
    ['1240.5', '1000'],
    ['0', '0'],
    ['0.000', '0'],
    [7, '7'],
    ['12,5', null],
    [evm, null],
    [{}, null],
  ])('parameters: amount %s', (amount, kept) => {
    expect(scrubProperties({ amount })).toEqual({ amount: kept })
  })

  test('behavior: depth, width, length and what jsonb cannot take', () => {
    const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } }
    expect(scrubProperties(deep)).toEqual({ a: { b: { c: { d: { e: null } } } } })
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i]))
    expect(Object.keys(scrubProperties(wide))).toHaveLength(60)
    expect(scrubProperties({ list: Array(500).fill(1) }).list).toHaveLength(100)
    expect(scrubProperties({ message: 'word '.repeat(9_999) }).message).toHaveLength(500)
    expect(scrubProperties({ message: 'a\0b\ud800c\udc00', 'k\0': 1 })).toEqual({
      message: 'ab\ufffdc\ufffd',
      k: 1,
    })
    expect(scrubProperties({ [`for ${evm}`]: 1 })).toEqual({ 'for [hidden]': 1 })
  })
})
