import type { Hex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { accountTokens, chainTokens } from '../../../data/index-schema.ts'
import type { Database } from '../../../data/sql.ts'
import { describeDatabases } from '../../../test/describe-databases.ts'
import { discoveredTokens } from './discovered-tokens.ts'

const chain = 'eip155:1'
const address = (at: number): Hex => `0x${at.toString(16).padStart(40, '0')}`
const [account, other] = [address(1), address(2)]

describeDatabases('discovered tokens', (open) => {
  const made: { database?: Database } = {}
  beforeAll(async () => {
    made.database = await open()
    const { db } = made.database
    const row = (token: Hex, more: object = {}) => ({
      account,
      chain,
      token,
      kind: 'erc20' as const,
      ...more,
    })
    const fact = (token: Hex, more: object = {}) => ({
      chain,
      address: token,
      kind: 'erc20' as const,
      name: 'A',
      symbol: 'A',
      decimals: 18,
      spam: null,
      readAt: new Date(),
      ...more,
    })
    await db
      .insert(accountTokens)
      .values([
        row(address(10)),
        row(address(11)),
        row(address(12)),
        row(address(13), { kind: 'erc721' }),
        row(address(14), { account: other }),
        row(address(15), { chain: 'eip155:10' }),
        row(address(16)),
      ])
    await db.insert(chainTokens).values([
      fact(address(11)),
      fact(address(12), { spam: 'lookalike' }),
      fact(address(16), { kind: 'none' }),
      // Of another chain: it says nothing about this one.
      fact(address(10), { chain: 'eip155:10', spam: 'lookalike' }),
    ])
  })

  test('default', async () => {
    const { db } = made.database as Database
    expect(await discoveredTokens(db)(chain, account)).toEqual([address(11), address(10)])
    expect(await discoveredTokens(db)(chain, other)).toEqual([address(14)])
    expect(await discoveredTokens(db)('eip155:5', account)).toEqual([])
  })

  test('behavior: what anybody sent in masses does not crowd out what is known', async () => {
    const { db } = made.database as Database
    const flood = Array.from({ length: 1_200 }, (_, at) => ({
      account,
      chain,
      token: address(at + 0x100),
      kind: 'erc20' as const,
    }))
    const late = { account, chain, token: `0x${'f'.repeat(40)}` as Hex, kind: 'erc20' as const }
    await db.insert(accountTokens).values([...flood, late])
    await db.insert(chainTokens).values({
      chain,
      address: late.token,
      kind: 'erc20' as const,
      name: 'Late',
      symbol: 'LATE',
      decimals: 18,
      spam: null,
      readAt: new Date(),
    })
    const found = await discoveredTokens(db)(chain, account)
    expect([found.length, found[1]]).toEqual([1_000, late.token])
  })
})
