import { isPriceAnswer } from '@latchkey/protocol'
import { errorBodySchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import type { PricePort } from '../../../ports/price-port.ts'
import type { TokenPort } from '../../../ports/token-port.ts'
import { chainId, makeGateway } from '../../../test/make-gateway.ts'

const addressAt = (at: number) => `${chainId}:0x${at.toString(16).padStart(40, '0')}`
const coin = `${chainId}:0x${'E'.repeat(40)}`
const asked: string[][] = []
const prices: PricePort = {
  async now(assets, currency) {
    asked.push([...assets])
    if (currency === 'btc') return new Map()
    return new Map(
      assets.flatMap((asset) =>
        /0$/.test(asset) ? [[asset, { price: '2.5', at: 1, source: 'p' }]] : [],
      ),
    )
  },
  past: async (asks) => asks.map(() => undefined),
}
const tokens: TokenPort = {
  find: async (_, addresses) =>
    new Map(
      addresses
        .filter((address) => !address.endsWith('20'))
        .map((address) => [
          address,
          {
            address,
            kind: 'erc20',
            name: 'Token',
            symbol: 'TKN',
            decimals: 6,
            iconUrl: 'https://i.example/t.png',
            spam: null,
          },
        ]),
    ),
}

const { app } = makeGateway({ prices, tokens })
async function post(body: unknown) {
  const response = await app.request('/v1/fungible/price?projectId=shop', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer, list: isPriceAnswer(answer) ? answer.fungibles : [] }
}

describe('priceRoute', () => {
  test('default', async () => {
    const { list } = await post({
      currency: 'usd',
      addresses: [addressAt(0x10), coin, addressAt(0x11), addressAt(0x10)],
    })
    expect(list).toEqual([
      {
        address: addressAt(0x10),
        name: 'Token',
        symbol: 'TKN',
        decimals: 6,
        price: 2.5,
        iconUrl: expect.stringMatching(/\/v1\/image\?url=https%3A%2F%2Fi\.example%2Ft\.png/),
      },
      { address: coin, name: 'Ether', symbol: 'ETH', decimals: 18, price: 2.5 },
    ])
    expect(asked.at(-1)).toContain(`${chainId}/slip44:60`)
  })

  test('behavior: two hundred are answered, one more is refused', async () => {
    const addresses = Array.from({ length: 200 }, (_, at) => addressAt((at + 256) * 256))
    expect((await post({ currency: 'usd', addresses })).list).toHaveLength(200)
    const { status } = await post({ currency: 'usd', addresses: [...addresses, coin] })
    expect(status).toBe(400)
  })

  test('behavior: what has a price but no known face, and what is of another chain, is left out', async () => {
    const addresses = [addressAt(0x20), `eip155:5:0x${'0'.repeat(40)}`, coin]
    expect((await post({ currency: 'usd', addresses })).list.map(({ address }) => address)).toEqual(
      [coin],
    )
  })

  test('behavior: without a rate the answer is empty', async () => {
    expect(await post({ currency: 'btc', addresses: [coin] })).toMatchObject({
      status: 200,
      answer: { fungibles: [] },
    })
  })

  test.each<readonly [string, unknown, string]>([
    ['no addresses', { currency: 'usd', addresses: [] }, 'address'],
    ['a bare address', { currency: 'usd', addresses: [`0x${'1'.repeat(40)}`] }, 'address'],
    ['a short address', { currency: 'usd', addresses: [`${chainId}:0x12`] }, 'address'],
    ['another family', { currency: 'usd', addresses: ['solana:abc:abc'] }, 'address'],
    ['a bad one among good ones', { currency: 'usd', addresses: [coin, 'x'] }, 'address'],
    ['an unknown currency', { currency: 'zzz', addresses: [coin] }, 'currency'],
    ['no currency', { addresses: [coin] }, 'currency'],
    ['addresses that are no list', { currency: 'usd', addresses: coin }, 'addresses'],
    ['numbers', { currency: 'usd', addresses: [1] }, 'addresses'],
    ['no JSON', '{', ''],
  ])('behavior: %s is refused', async (_, body, field) => {
    const { status, answer } = await post(body)
    expect([status, errorBodySchema.parse(answer).reasons[0]?.field]).toEqual([400, field])
  })
})
