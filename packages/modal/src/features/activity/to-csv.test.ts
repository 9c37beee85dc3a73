import type { Activity, ActivityTransfer } from '@latchkey/core'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activityWords } from '../../words/en/activity.ts'
import { toCsv } from './to-csv.ts'

const transfer = (more: Partial<ActivityTransfer> = {}): ActivityTransfer => ({
  direction: 'out',
  name: 'Ether',
  symbol: 'ETH',
  isCollectible: false,
  amount: 1_500_000_000_000_000_001n,
  decimals: 18,
  isUnlimited: false,
  isSpam: false,
  asset: 'eip155:1/slip44:60',
  value: '3861.6',
  counterparty: '0x22',
  ...more,
})
const activity = (more: Partial<Activity> = {}): Activity => ({
  id: 'a',
  hash: '0xaa',
  chain: 'eip155:1',
  kind: 'send',
  status: 'confirmed',
  at: Date.UTC(2026, 2, 4, 5, 6, 7),
  from: '0x11',
  to: '0x22',
  nonce: 0,
  block: '123',
  fee: 420_000_000_000_000n,
  isSpam: false,
  transfers: [transfer()],
  ...more,
})
const csv = (items: readonly Activity[]): string =>
  toCsv(items, { words: activityWords.csv, currency: 'usd', coin: { symbol: 'ETH', decimals: 18 } })
const read = (items: readonly Activity[]): Record<string, string>[] =>
  parse(csv(items), { columns: true })

describe('toCsv', () => {
  test('default', () => {
    expect(read([activity()])).toEqual([
      {
        'Date (UTC)': '2026-03-04T05:06:07.000Z',
        Kind: 'send',
        Status: 'confirmed',
        Direction: 'out',
        Amount: '1.500000000000000001',
        Symbol: 'ETH',
        Name: 'Ether',
        Asset: 'eip155:1/slip44:60',
        'Value (USD)': '3861.6',
        From: '0x11',
        To: '0x22',
        Counterparty: '0x22',
        Fee: '0.00042',
        'Fee symbol': 'ETH',
        Network: 'eip155:1',
        Block: '123',
        Hash: '0xaa',
      },
    ])
  })

  test('behavior: a line for each thing that moved, the fee once', () => {
    const lines = read([
      activity({ transfers: [transfer(), transfer({ direction: 'in', isUnlimited: true })] }),
      activity({ transfers: [] }),
    ])
    expect(lines.map(({ Amount, Fee }) => [Amount, Fee])).toEqual([
      ['1.500000000000000001', '0.00042'],
      ['unlimited', ''],
      ['', '0.00042'],
    ])
  })

  test('behavior: lines end as RFC 4180 says, numbers have a point and no grouping', () => {
    const text = csv([activity({ transfers: [transfer({ amount: 1_234_567_890n, decimals: 2 })] })])
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toContain(',12345678.9,')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'behavior: %j is no formula',
    (name) => {
      const [line] = read([activity({ transfers: [transfer({ name })] })])
      expect(line?.Name).toBe(`'${name}`)
    },
  )

  test('behavior: whatever a token is called, another parser reads it back, and nothing begins a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('"', '""', ',', '\r\n', '\n', '=', '"=', '",=1', ' =1'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), (names) => {
        const rows = parse(
          csv([activity({ transfers: names.map(([name, symbol]) => transfer({ name, symbol })) })]),
        ) as string[][]
        expect(rows).toHaveLength(names.length + 1)
        for (const [index, [name, symbol]] of names.entries()) {
          const [, , , , , readSymbol = '', readName = ''] = rows[index + 1] ?? []
          expect([
            readSymbol.replace(/^'(?=[=+\-@\t\r])/, ''),
            readName.replace(/^'(?=[=+\-@\t\r])/, ''),
          ]).toEqual([
            symbol.replace(/^'(?=[=+\-@\t\r])/, ''),
            name.replace(/^'(?=[=+\-@\t\r])/, ''),
          ])
        }
        expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})
