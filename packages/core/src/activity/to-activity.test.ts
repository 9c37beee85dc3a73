import type { HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { toActivity } from './to-activity.ts'

const own = '0x1111111111111111111111111111111111111111'
const other = '0x2222222222222222222222222222222222222222'
const where = { chain: 'eip155:1', address: own } as const
const transfer = (more: Partial<HistoryTransfer> = {}): HistoryTransfer => ({
  fungible_info: {
    name: 'USD Coin',
    symbol: 'USDC',
    icon: { url: 'https://img.example/usdc.png' },
  },
  nft_info: null,
  direction: 'out',
  quantity: { numeric: '12.50' },
  value: 12.5,
  price: 1,
  ...more,
})
const item = (
  metadata: Partial<HistoryTransaction['metadata']> = {},
  transfers: readonly HistoryTransfer[] | null = [transfer()],
): HistoryTransaction => ({
  id: 'c0ffee01',
  metadata: {
    operationType: 'send',
    hash: '0xabc1',
    minedAt: '2026-03-04T05:06:07Z',
    sentFrom: own,
    sentTo: other,
    status: 'confirmed',
    nonce: 7,
    application: { name: 'Demo Dex', iconUrl: null },
    chain: 'eip155:1',
    block: '123',
    fee: '21000',
    ...metadata,
  },
  transfers,
})
const nft = (isSpam: boolean, content?: unknown): HistoryTransfer =>
  transfer({
    fungible_info: null,
    nft_info: { name: 'Cat #5', flags: { is_spam: isSpam }, content },
    direction: 'in',
  })

describe('toActivity', () => {
  test('default', () => {
    expect(toActivity(item(), where)).toEqual([
      {
        id: 'c0ffee01',
        hash: '0xabc1',
        chain: 'eip155:1',
        kind: 'send',
        status: 'confirmed',
        at: Date.UTC(2026, 2, 4, 5, 6, 7),
        from: own,
        to: other,
        nonce: 7,
        block: '123',
        fee: 21000n,
        application: 'Demo Dex',
        isSpam: false,
        transfers: [
          {
            direction: 'out',
            name: 'USD Coin',
            symbol: 'USDC',
            isCollectible: false,
            amount: 1250n,
            decimals: 2,
            isUnlimited: false,
            isSpam: false,
            value: '12.5',
            price: '1',
            imageUrl: 'https://img.example/usdc.png',
          },
        ],
      },
    ])
  })

  test('behavior: what is of another chain is dropped, what says no chain is not', () => {
    expect(toActivity(item({ chain: 'eip155:10' }), where)).toEqual([])
    expect(toActivity(item({ chain: null }), where)).toHaveLength(1)
  })

  test.each(['1970-01-01T00:00:00Z', '+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'])(
    'behavior: nothing was mined at %s',
    (minedAt) => expect(toActivity(item({ minedAt }), where)).toEqual([]),
  )

  test.each([
    [undefined, [nft(true), nft(true)], own, false],
    [undefined, [nft(true), nft(true)], other, true],
    [undefined, [nft(true), nft(false)], other, false],
    [undefined, [], other, false],
    [undefined, null, other, false],
    [true, [transfer()], other, true],
    [true, [transfer()], own.toUpperCase().replace('X', 'x'), false],
  ] as const)(
    'behavior: isSpam %o, transfers %o, from %s: hidden is %s',
    (isSpam, transfers, sentFrom, isHidden) => {
      expect(
        toActivity(item({ sentFrom, ...(isSpam && { isSpam }) }, transfers), where),
      ).toMatchObject([{ isSpam: isHidden }])
    },
  )

  test.each([
    [-5, undefined],
    [1e300, undefined],
    [1e-9, '0.000000001'],
    [null, undefined],
    [0, '0'],
  ])('behavior: a value of %s is shown as %s', (value, shown) => {
    expect(toActivity(item({}, [transfer({ value })]), where)[0]?.transfers[0]?.value).toBe(shown)
  })

  test('behavior: texts lose what cannot be seen, and their excess', () => {
    const [made] = toActivity(
      item(
        {
          operationType: 'Wrap\u202e',
          application: { name: `\u200b${'x'.repeat(200)}`, iconUrl: null },
        },
        [
          transfer({ fungible_info: { name: 'USD\u0000 \u2066Coin', symbol: 'U'.repeat(99) } }),
          transfer({
            fungible_info: { name: null, symbol: null },
            asset: 'eip155:1/erc20:0x\u202e12',
          }),
        ],
      ),
      where,
    )
    expect(made).toMatchObject({ kind: 'wrap', application: `${'x'.repeat(59)}…` })
    expect(made?.transfers).toMatchObject([
      { name: 'USD Coin', symbol: `${'U'.repeat(15)}…` },
      { name: '', symbol: '', asset: 'eip155:1/erc20:0x12' },
    ])
  })

  test('behavior: a collectible brings its preview, else its picture, else none; never what runs', () => {
    const preview = (content: unknown) =>
      toActivity(item({}, [nft(false, content)]), where)[0]?.transfers[0]?.imageUrl
    const [a, b] = ['https://img.example/c5.png', 'https://img.example/c5-big.png']
    expect(preview({ preview: { url: a, content_type: null }, detail: { url: b } })).toBe(a)
    expect(preview({ preview: null, detail: { url: b } })).toBe(b)
    expect(preview({ preview: { url: 'javascript:alert(1)' }, detail: { url: b } })).toBe(b)
    for (const content of [
      null,
      undefined,
      7,
      'x',
      [],
      { preview: 7 },
      { detail: { url: ['https://x'] } },
    ]) {
      expect(preview(content)).toBeUndefined()
    }
  })

  test('behavior: amounts keep every digit', () => {
    const numeric = `${'9'.repeat(78)}.${'1'.repeat(36)}`
    expect(
      toActivity(item({}, [transfer({ quantity: { numeric } })]), where)[0]?.transfers[0],
    ).toMatchObject({
      amount: BigInt(numeric.replace('.', '')),
      decimals: 36,
    })
  })
})
