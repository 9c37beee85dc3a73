import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Sql } from '../data/sql.ts'

export const benchChain = 'eip155:31337'
const usualAccounts = 2_000
const priced = `${benchChain}/erc20:0x${'1'.repeat(40)}` as const

/** Another one each round: nothing of the page before helps. */
export const accountOf = (round: number, accounts: number = usualAccounts): Hex =>
  `0x${(round % accounts).toString(16).padStart(40, '0')}`
/** The block after the last. */
export const lastBlock = (transfers: number): number => transfers / 2 / 20
/** Configuration of the tokens that are moved, and of the one with a price. */
export const listedTokens = ['1', '2'].map(
  (digit) =>
    ({
      id: `${benchChain}/erc20:0x${digit.repeat(40)}`,
      name: 'T',
      symbol: 'T',
      decimals: 18,
    }) as const,
)
export const poolPrices = {
  pools: [
    {
      chain: benchChain,
      address: `0x${'3'.repeat(40)}`,
      asset: priced,
      against: `${benchChain}/slip44:60`,
    } as const,
  ],
  dollars: [`${benchChain}/slip44:60`] as const,
}

/**
 * An index of so many transfers. Each transaction is of one account and moves two tokens, one of
 * them listed and with a price that was recorded.
 */
export async function fillHistory(
  db: Sql,
  transfers: number,
  accounts: number = usualAccounts,
): Promise<void> {
  const count = transfers / 2
  const own = sql.raw(`decode(lpad(to_hex(n % ${accounts}), 40, '0'), 'hex')`)
  const peer = sql.raw(`decode(lpad(to_hex(n), 40, 'f'), 'hex')`)
  const token = sql.raw(`decode(repeat(case m when 0 then '1' else '2' end, 40), 'hex')`)
  await db.execute(sql`insert into transactions (chain, block, place, hash, "from", "to", nonce, value, fee, is_success, selector, mined_at)
    select ${benchChain}, n / 20, n % 20, sha256(int4send(n)), ${own}, ${peer}, n / ${accounts}, 0, 21000000000000, true, '\\xa9059cbb',
      '2026-01-01'::timestamptz + n / 20 * '1 second'::interval from generate_series(0, ${count - 1}) n`)
  await db.execute(sql`insert into movements (chain, block, place, position, part, kind, token, amount, "from", "to")
    select ${benchChain}, n / 20, n % 20, m, 0, 'erc20', ${token}, n * 1000 + 1,
      case m when 0 then ${own} else ${peer} end, case m when 0 then ${peer} else ${own} end
    from generate_series(0, ${count - 1}) n, generate_series(0, 1) m`)
  await db.execute(sql`insert into account_transactions (account, chain, block, place)
    select ${own}, ${benchChain}, n / 20, n % 20 from generate_series(0, ${count - 1}) n`)
  await db.execute(sql`insert into price_points (asset, at, source, usd)
    select ${priced}, '2026-01-01'::timestamptz + n * '10 minutes'::interval, 'pool', 2500 from generate_series(0, 100) n`)
  await db.execute(sql`insert into followed_chains (chain, first_block, next_block, head_block, updated_at)
    values (${benchChain}, 0, ${lastBlock(transfers)}, ${lastBlock(transfers)}, now())`)
  await db.execute(sql`analyze`)
}
