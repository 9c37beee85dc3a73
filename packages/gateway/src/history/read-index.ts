import type { ChainId } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { accountTransactions, approvals, movements, transactions } from '../data/index-schema.ts'
import type { Sql } from '../data/sql.ts'
import type { Approval, Movement } from '../index-chain/decode-log.ts'
import { manyMovements, maxMovements, type Place, type SeenTransaction } from './seen.ts'

/** A chain, and the place from which on (exclusive) older transactions are wanted; absent for the newest. */
export interface ReadFrom {
  readonly chain: ChainId
  readonly before?: Place | undefined
}

type MovementRow = [number, number, Movement['kind'], string | null, string | null, string, string, string]
type ApprovalRow = [number, string, string, string, string | null, string | null, boolean | null]

interface Row {
  readonly chain: ChainId
  readonly block: string
  readonly place: string
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly created: string | null
  readonly nonce: string
  readonly value: string
  readonly fee: string
  readonly isSuccess: string
  readonly selector: string | null
  readonly minedAt: string
  readonly moved: string | null
  readonly approved: string | null
  readonly count: string
}

/** Beyond every block: PostgreSQL's largest `bigint` and `integer`. */
const beyond = { block: '9223372036854775807', place: 2_147_483_647 }

/** The newest `limit` transactions of an account over all these chains, each with its movements: one statement. */
export async function readIndex(
  db: Sql,
  account: Hex,
  from: readonly ReadFrom[],
  limit: number,
): Promise<readonly SeenTransaction[]> {
  if (!from.length) return []
  const own = sql`decode(${account.slice(2)}, 'hex')`
  const asked = sql.join(
    from.map(
      ({ chain, before }) =>
        sql`(${chain}::text, ${before?.block ?? beyond.block}::bigint, ${before?.place ?? beyond.place}::integer)`,
    ),
    sql`, `,
  )
  const page = sql`(
    select t.* from (values ${asked}) as f(chain, block, place)
    cross join lateral (
      select a.chain, a.block, a.place from ${accountTransactions} a
      where a.account = ${own} and a.chain = f.chain and (a.block, a.place) < (f.block, f.place)
      order by a.block desc, a.place desc limit ${limit}
    ) a
    join ${transactions} t on t.chain = a.chain and t.block = a.block and t.place = a.place
    order by t.mined_at desc, t.chain, t.block desc, t.place desc limit ${limit}
  ) as p`
  const rows = await db.select(columns(own)).from(page)
  return rows.map((row) => seen(row as Row)).sort((a, b) => b.minedAt - a.minedAt)
}

function columns(own: SQL) {
  const text = (value: SQL): SQL<string> => sql`(${value})::text`
  const hex = (name: string): SQL<string> => sql`encode(p.${sql.identifier(name)}, 'hex')`
  const here = (alias: SQL): SQL =>
    sql`${alias}.chain = p.chain and ${alias}.block = p.block and ${alias}.place = p.place`
  const v = sql`v`
  return {
    chain: sql<string>`p.chain`,
    block: text(sql`p.block`),
    place: text(sql`p.place`),
    hash: hex('hash'),
    from: hex('from'),
    to: hex('to'),
    created: hex('created'),
    nonce: text(sql`p.nonce`),
    value: text(sql`p.value`),
    fee: text(sql`p.fee`),
    isSuccess: text(sql`p.is_success`),
    selector: hex('selector'),
    minedAt: text(sql`(extract(epoch from p.mined_at) * 1000)::bigint`),
    moved: sql<string | null>`(
      select json_agg(json_build_array(v.position, v.part, v.kind, encode(v.token, 'hex'), v.token_id::text, v.amount::text,
        encode(v."from", 'hex'), encode(v."to", 'hex')))::text
      from (select * from ${movements} v where ${here(v)} and (v."from" = ${own} or v."to" = ${own})
        order by v.position, v.part limit ${maxMovements}) v)`,
    approved: sql<string | null>`(
      select json_agg(json_build_array(v.position, encode(v.token, 'hex'), encode(v.owner, 'hex'), encode(v.spender, 'hex'),
        v.amount::text, v.token_id::text, v.is_all))::text
      from (select * from ${approvals} v where ${here(v)} and v.owner = ${own} order by v.position limit ${maxMovements}) v)`,
    count: text(
      sql`select count(*) from (select 1 from ${movements} v where ${here(v)} limit ${manyMovements + 1}) as counted`,
    ),
  }
}

function seen(row: Row): SeenTransaction {
  return {
    chain: row.chain,
    block: Number(row.block),
    place: Number(row.place),
    hash: `0x${row.hash}`,
    from: `0x${row.from}`,
    to: hexOrNull(row.to),
    created: hexOrNull(row.created),
    nonce: Number(row.nonce),
    value: BigInt(row.value),
    fee: BigInt(row.fee),
    isSuccess: row.isSuccess === 'true',
    selector: hexOrNull(row.selector),
    minedAt: Number(row.minedAt),
    movements: list<MovementRow>(row.moved).map(movementOf).sort(byPosition),
    approvals: list<ApprovalRow>(row.approved).map(approvalOf),
    movementCount: Number(row.count),
  }
}

function list<T>(text: string | null): readonly T[] {
  return text === null ? [] : (JSON.parse(text) as readonly T[])
}

function movementOf([position, part, kind, token, tokenId, amount, from, to]: MovementRow): Movement {
  return {
    ...{ position, part, kind, token: hexOrNull(token), from: `0x${from}`, to: `0x${to}` },
    tokenId: tokenId === null ? null : BigInt(tokenId),
    amount: BigInt(amount),
  }
}

function approvalOf([position, token, owner, spender, amount, tokenId, isAll]: ApprovalRow): Approval {
  return {
    ...{ position, token: `0x${token}`, owner: `0x${owner}`, spender: `0x${spender}`, isAll },
    amount: amount === null ? null : BigInt(amount),
    tokenId: tokenId === null ? null : BigInt(tokenId),
  }
}

function hexOrNull(text: string | null): Hex | null {
  return text === null ? null : `0x${text}`
}

/** Own value, then logs, then internal transfers, whose positions count down. */
function byPosition(a: Movement, b: Movement): number {
  const rank = ({ position }: Movement): number => (position < -1 ? Number.MAX_SAFE_INTEGER / 2 - position : position)
  return rank(a) - rank(b) || a.part - b.part
}
