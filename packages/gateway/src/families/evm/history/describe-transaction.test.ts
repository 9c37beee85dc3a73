import { isHistoryTransaction } from '@latchkey/protocol'
import { historyTransactionSchema } from '@latchkey/protocol/schema'
import type { Hex } from 'viem'
import { expect, describe as suite, test } from 'vitest'
import type { TokenFacts } from '../../../ports/token-port.ts'
import {
  approval,
  at,
  contract,
  me,
  movement,
  other,
  pool,
  token,
  transaction,
  zero,
} from '../../../test/seen-transactions.ts'
import { isUnlimitedAmount } from './describe-approval.ts'
import { describeTransaction } from './describe-transaction.ts'
import type { HistoryContext } from './history-context.ts'

const chain = 'eip155:31337'
const nft = { kind: 'erc721', token: at('9'), tokenId: 5n, amount: 1n } as const
const facts = (address: Hex, more: Partial<TokenFacts> = {}): [Hex, TokenFacts] => [
  address,
  { address, kind: 'erc20', name: 'USD Coin', symbol: 'USDC', decimals: 6, spam: null, ...more },
]
const prices: Record<string, string> = {
  [`${chain}/slip44:60`]: '2500',
  [`${chain}/erc20:${token}`]: '1.0000001',
}
const known = (more: Partial<HistoryContext> = {}): HistoryContext => ({
  chains: [
    {
      id: chain,
      name: 'Test',
      rpcUrls: ['http://node.example'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ],
  ipfsGateway: undefined,
  tokens: new Map([
    [
      chain,
      new Map([
        facts(token, { iconUrl: 'https://i.example/usdc.png' }),
        facts(nft.token, { kind: 'erc721', name: 'Cats' }),
      ]),
    ],
  ]),
  nfts: new Map(),
  priceOf: (asset) => (prices[asset] ? { price: prices[asset], at: 1, source: 'pool' } : undefined),
  ...more,
})

/** Whatever is told passes the schema of the wire and the page's own guard. */
function told(more: Parameters<typeof transaction>[0], knowing: Partial<HistoryContext> = {}) {
  const one = describeTransaction(transaction(more), me, known(knowing))
  expect(historyTransactionSchema.safeParse(one).error).toBeUndefined()
  expect(isHistoryTransaction(JSON.parse(JSON.stringify(one)))).toBe(true)
  return one
}

suite('describe', () => {
  test('default', () => {
    const movements = [movement({ token, position: 4, amount: 12_500_000n })]
    expect(told({ to: token, movements })).toEqual({
      id: `${chain}:${transaction().hash}`,
      metadata: {
        operationType: 'send',
        hash: transaction().hash,
        minedAt: '2023-11-14T22:13:27Z',
        sentFrom: me,
        sentTo: other,
        status: 'confirmed',
        nonce: 3,
        application: null,
        chain,
        block: '7',
        fee: '21000',
        isSpam: false,
      },
      transfers: [
        {
          fungible_info: {
            name: 'USD Coin',
            symbol: 'USDC',
            icon: { url: 'https://i.example/usdc.png' },
          },
          nft_info: null,
          direction: 'out',
          quantity: { numeric: '12.5' },
          value: 12.50000125,
          price: 1.0000001,
          asset: `${chain}/erc20:${token}`,
          counterparty: other,
        },
      ],
    })
  })

  test('behavior: the coin, received from a contract: the fee is not ours to tell', () => {
    const one = told({
      from: other,
      movements: [movement({ kind: 'internal', position: -2, from: contract, to: me, amount: 1n })],
    })
    expect(one.metadata).toMatchObject({
      operationType: 'receive',
      sentFrom: contract,
      sentTo: me,
      fee: null,
    })
    expect(one.transfers?.[0]).toMatchObject({
      direction: 'in',
      quantity: { numeric: '0.000000000000000001' },
      price: 2500,
      value: 2.5e-15,
      asset: `${chain}/slip44:60`,
    })
  })

  test('behavior: what is not known is null, and no amount is made up', () => {
    const movements = [movement({ token: pool }), movement()]
    const unknown = told({ movements }, { tokens: new Map(), priceOf: () => undefined })
    expect(unknown.transfers?.map(({ asset, value, price }) => [asset, value, price])).toEqual([
      [`${chain}/slip44:60`, null, null],
    ])
    for (const price of ['NaN', '', '-1', 'Infinity']) {
      expect([
        price,
        told({ movements: [movement()] }, { priceOf: () => ({ price, at: 1, source: 'x' }) })
          .transfers?.[0]?.value,
      ]).toEqual([price, null])
    }
  })

  test('behavior: a swap is one sum out and one in', () => {
    const movements = [
      movement({ to: contract, amount: 10n ** 18n }),
      movement({ token, position: 2, from: pool, to: me, amount: 2_000_000_000n }),
      movement({ kind: 'internal', position: -2, from: contract, to: me, amount: 10n ** 17n }),
    ]
    const { metadata, transfers } = told({ movements })
    expect(metadata.operationType).toBe('trade')
    expect(transfers?.map(({ direction, quantity }) => [direction, quantity.numeric])).toEqual([
      ['out', '0.9'],
      ['in', '2000'],
    ])
  })

  test('behavior: failed ones have no transfers', () => {
    const { metadata, transfers } = told({ isSuccess: false, value: 5n, selector: null })
    expect([metadata.status, metadata.operationType, transfers, metadata.isSpam]).toEqual([
      'failed',
      'send',
      [],
      false,
    ])
  })

  test('behavior: to oneself', () => {
    expect(told({ movements: [movement({ to: me })] }).transfers?.[0]).toMatchObject({
      direction: 'self',
      counterparty: me,
    })
  })

  test('behavior: approvals', () => {
    const of = (more: Parameters<typeof approval>[0]) =>
      told({ approvals: [approval(more)] }).transfers?.[0]
    expect(of({ amount: 2_500_000n })).toMatchObject({
      direction: 'self',
      quantity: { numeric: '2.5' },
      counterparty: contract,
      isUnlimited: false,
      value: null,
      fungible_info: { symbol: 'USDC' },
    })
    expect(of({ amount: 2n ** 256n - 1n })).toMatchObject({ isUnlimited: true })
    expect(of({ token: nft.token, amount: null, isAll: true })).toMatchObject({
      isUnlimited: true,
      quantity: { numeric: '1' },
      nft_info: { name: 'Cats' },
      asset: `${chain}/erc721:${nft.token}`,
    })
    expect(of({ token: nft.token, amount: null, isAll: false })).toMatchObject({
      isUnlimited: false,
      quantity: { numeric: '0' },
    })
    expect(of({ token: nft.token, amount: null, tokenId: 5n })).toMatchObject({
      nft_info: { name: 'Cats #5' },
      isUnlimited: false,
    })
    expect(of({ token: nft.token, amount: null, tokenId: 5n, spender: zero })).toMatchObject({
      quantity: { numeric: '0' },
    })
  })

  test('parameters: amounts without end', () => {
    for (const bits of [96n, 128n, 160n, 256n]) {
      expect(isUnlimitedAmount(2n ** bits - 1n)).toBe(true)
    }
    expect(isUnlimitedAmount(2n ** 255n)).toBe(true)
    expect(isUnlimitedAmount(2n ** 96n)).toBe(false)
    expect(isUnlimitedAmount(10n ** 30n)).toBe(false)
  })

  test('behavior: a collectible with and without a face', () => {
    const movements = [movement({ ...nft, from: other, to: me })]
    const of = (image: string | null, ipfsGateway?: string) =>
      told(
        { from: other, movements },
        { ipfsGateway, nfts: new Map([[`${chain}/${nft.token}/5`, { name: 'Tom', image }]]) },
      ).transfers?.[0]?.nft_info
    expect(told({ from: other, movements }).transfers?.[0]).toMatchObject({
      fungible_info: null,
      nft_info: { name: 'Cats #5', content: null, flags: { is_spam: false } },
      quantity: { numeric: '1' },
      value: null,
      price: null,
      asset: `${chain}/erc721:${nft.token}/5`,
    })
    expect(of('data:image/png;base64,AA')).toMatchObject({
      name: 'Tom',
      content: { preview: { url: 'data:image/png;base64,AA', content_type: 'image/png' } },
    })
    expect(of('ipfs://Qm1/5.png')).toMatchObject({ content: null })
    expect(of('ipfs://Qm1/5.png', 'https://gate.example/ipfs')).toMatchObject({
      content: { preview: { url: 'https://gate.example/ipfs/Qm1/5.png', content_type: null } },
    })
    expect(of('javascript:alert(1)')).toMatchObject({ content: null })
  })

  test('behavior: spam is flagged, has no price, and hides a transaction only where all of it is spam', () => {
    const spam = facts(token, { spam: 'link' })
    const tokens = new Map([
      [chain, new Map([spam, facts(nft.token, { kind: 'erc721', spam: 'lure' })])],
    ]) as HistoryContext['tokens']
    const got = movement({ token, from: other, to: me })
    const one = told({ from: other, movements: [got] }, { tokens })
    expect([one.metadata.isSpam, one.transfers?.[0]?.price]).toEqual([true, null])
    expect(told({ from: me, movements: [got] }, { tokens }).metadata.isSpam).toBe(false)
    const mixed = told(
      { from: other, movements: [got, movement({ from: other, to: me })] },
      { tokens },
    )
    expect(mixed.metadata.isSpam).toBe(false)
    const piece = told(
      { from: other, movements: [movement({ ...nft, from: other, to: me })] },
      { tokens },
    )
    expect(piece.transfers?.[0]?.nft_info?.flags).toEqual({ is_spam: true })
  })
})
