import { describe, expect, test } from 'vitest'
import { decodeJson, encodeJson } from './encode-json.ts'
import { readRequirements } from './read-requirements.ts'
import { readSettlement } from './read-settlement.ts'

const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: token,
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const required = { x402Version: 2, resource: { url: 'https://a.example/' }, accepts: [offer] }
const withOffer = (change: object) =>
  readRequirements({ ...required, accepts: [{ ...offer, ...change }] })

describe('encodeJson, decodeJson', () => {
  test('default: what was encoded is decoded again, with any letters', () => {
    const value = { text: 'Grüße 🔑', list: [1, null] }
    expect(decodeJson(encodeJson(value), 1000)).toEqual(value)
  })

  test.each([['%'], ['e30'.repeat(400)], [btoa('{')], [btoa('"\xff"')], ['']])(
    'behavior: %j is nothing',
    (text) => {
      expect(decodeJson(text, 1000)).toBeUndefined()
    },
  )
})

describe('readRequirements', () => {
  test('default: version 2', () => {
    expect(readRequirements(required)).toEqual({
      version: 2,
      requirements: [
        {
          chain: 'eip155:8453',
          asset: `eip155:8453/erc20:${token}`,
          token,
          payTo,
          amount: 10_000n,
          timeoutSeconds: 60,
          domain: { name: 'USD Coin', version: '2' },
          fields: offer,
        },
      ],
      leftOut: [],
      echo: { resource: required.resource },
    })
  })

  test('default: version 1 names its networks', () => {
    const { amount, ...rest } = offer
    const old = { ...rest, network: 'base', maxAmountRequired: amount, description: 'News' }
    expect(readRequirements({ x402Version: 1, accepts: [old] })).toMatchObject({
      version: 1,
      requirements: [{ chain: 'eip155:8453', amount: 10_000n }],
      description: 'News',
      echo: {},
    })
  })

  test.each([
    [undefined],
    [[]],
    ['exact'],
    [{}],
    [{ ...required, x402Version: 3 }],
    [{ ...required, x402Version: '2' }],
    [{ ...required, accepts: offer }],
  ])('behavior: %j is no question', (value) => {
    expect(readRequirements(value)).toBeUndefined()
  })

  test.each([
    [{ scheme: 'upto' }],
    [{ network: 'base' }],
    [{ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    [{ network: 'eip155:0' }],
    [{ network: 'eip155:99999999999999999999' }],
    [{ network: ['eip155:8453'] }],
    [{ amount: '0' }],
    [{ amount: '-1' }],
    [{ amount: '1.5' }],
    [{ amount: '0x10' }],
    [{ amount: '007' }],
    [{ amount: 10_000 }],
    [{ amount: '9'.repeat(78) }],
    [{ amount: '1'.repeat(100_000) }],
    [{ asset: '0x1' }],
    [{ asset: `${token}00` }],
    [{ payTo: 'ada.eth' }],
    [{ payTo: [payTo] }],
    [{ maxTimeoutSeconds: 0 }],
    [{ maxTimeoutSeconds: '60' }],
    [{ maxTimeoutSeconds: Number.POSITIVE_INFINITY }],
    [{ extra: { assetTransferMethod: 'permit2' } }],
  ])('behavior: an offer with %j is left out', (change) => {
    const read = withOffer(change)
    expect(read?.requirements).toEqual([])
    expect(read?.leftOut).toHaveLength(1)
  })

  test('behavior: no more than 32 offers are read, and foreign ones among them do not matter', () => {
    const many = Array.from({ length: 5000 }, () => offer)
    expect(readRequirements({ ...required, accepts: many })?.requirements).toHaveLength(32)
    const mixed = readRequirements({ ...required, accepts: [null, 7, {}, offer] })
    expect(mixed?.requirements).toHaveLength(1)
    expect(mixed?.leftOut).toHaveLength(3)
  })

  test('behavior: a domain that is no text is none', () => {
    for (const extra of [undefined, null, 'x', { name: 1, version: '2' }, { name: 'USD Coin' }]) {
      expect(withOffer({ extra })?.requirements[0]?.domain).toBeUndefined()
    }
  })
})

describe('readSettlement', () => {
  const read = (value: unknown, name = 'PAYMENT-RESPONSE') =>
    readSettlement(new Headers({ [name]: encodeJson(value) }))
  const transaction = `0x${'ab'.repeat(32)}`

  test('default: of both versions', () => {
    const fields = { success: true, transaction, network: 'eip155:8453', payer: payTo }
    const settlement = { success: true, transaction, chain: 'eip155:8453', payer: payTo }
    expect(read(fields)).toEqual(settlement)
    expect(read({ ...fields, network: 'base' }, 'X-PAYMENT-RESPONSE')).toEqual(settlement)
  })

  test('behavior: what is not as it must be is left out', () => {
    const odd = { success: false, transaction: '<b>', network: 'moon', payer: 1, errorReason: 'no' }
    expect(read(odd)).toEqual({ success: false, reason: 'no' })
    expect(read({ success: 'true', transaction })).toBeUndefined()
    expect(read([])).toBeUndefined()
    expect(readSettlement(new Headers())).toBeUndefined()
  })
})
