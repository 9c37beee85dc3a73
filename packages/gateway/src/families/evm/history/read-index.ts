import type { ChainId } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { mapInSlices } from '../../../base/map-in-slices.ts'
import {
  accountTransactions,
  approvals,
  movements,
  transactions,
} from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { Approval, Movement } from '../index-chain/decode-log.ts'
import {
  type ChainPosition,
  manyMovementsLimit,
  maxMovements,
  type SeenTransaction,
} from './seen.ts'
import { trimToAccountView } from './seen-by-account.ts'

/**
 * A chain, and the position in it before which transactions are read; without a position the newest
 * transactions are read.
 */
export interface ChainStart {
  readonly chain: ChainId
  readonly before?: ChainPosition | undefined
}

interface TransactionRow {
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
  readonly count: string
}

/**
 * A row with a transfer, or with an approval whose owner is in `from` and whose spender is in `to`.
 */
interface EventRow {
  /** Number of the transaction on the page, from 1. */
  readonly of: string
  readonly position: string
  readonly part: string
  readonly kind: Movement['kind'] | 'approval'
  readonly token: string | null
  readonly tokenId: string | null
  readonly amount: string | null
  readonly from: string
  readonly to: string
  readonly isAll: string | null
}

/** A position above every block: PostgreSQL's largest `bigint` and `integer`. */
const aboveNewestBlock = { block: '9223372036854775807', place: 2_147_483_647 }

/**
 * Reads an account's newest `limit` transactions over all the given chains, with their transfers,
 * in two statements.
 */
export async function readIndex(
  db: Sql,
  account: Hex,
  from: readonly ChainStart[],
  limit: number,
): Promise<readonly SeenTransaction[]> {
  if (!from.length) return []
  const accountBytes = sql`decode(${account.slice(2)}, 'hex')`
  const rows = await readTransactions(db, accountBytes, from, limit)
  const eventRows: EventRow[][] = rows.map(() => [])
  if (rows.length)
    for (const eventRow of await readEventRows(db, accountBytes, rows)) {
      eventRows[Number(eventRow.of) - 1]?.push(eventRow)
    }
  return mapInSlices(rows, (row, at) => toSeenTransaction(account, row, eventRows[at] ?? []))
}

function readTransactions(
  db: Sql,
  accountBytes: SQL,
  from: readonly ChainStart[],
  limit: number,
): Promise<TransactionRow[]> {
  const startRows = from.map(
    ({ chain, before: { block, place } = aboveNewestBlock }) =>
      sql`(${chain}::text, ${block}::bigint, ${place}::integer)`,
  )
  return db
    .select({
      chain: sql<ChainId>`t.chain`,
      block: castToText(sql`t.block`),
      place: castToText(sql`t.place`),
      hash: encodeAsHex(sql`t.hash`),
      from: encodeAsHex(sql`t."from"`),
      to: encodeAsHex(sql`t."to"`),
      created: encodeAsHex(sql`t.created`),
      nonce: castToText(sql`t.nonce`),
      value: castToText(sql`t.value`),
      fee: castToText(sql`t.fee`),
      isSuccess: castToText(sql`t.is_success`),
      selector: encodeAsHex(sql`t.selector`),
      minedAt: castToText(sql`(extract(epoch from t.mined_at) * 1000)::bigint`),
      // Transfers are counted only in transactions that others signed: such a transaction with many
      // transfers may be an airdrop.
      count:
        castToText(sql`case when t."from" = ${accountBytes} then 0 else (select count(*) from (select 1 from ${movements} v
        where v.chain = t.chain and v.block = t.block and v.place = t.place limit ${manyMovementsLimit + 1}) as v) end`),
    })
    .from(sql`(
      select t.* from (values ${sql.join(startRows, sql`, `)}) as f(chain, block, place)
      cross join lateral (
        select a.chain, a.block, a.place from ${accountTransactions} a
        where a.account = ${accountBytes} and a.chain = f.chain and (a.block, a.place) < (f.block, f.place)
        order by a.block desc, a.place desc limit ${limit}
      ) a
      join ${transactions} t on t.chain = a.chain and t.block = a.block and t.place = a.place
      order by t.mined_at desc, t.chain, t.block desc, t.place desc limit ${limit}
    ) as t`)
    .orderBy(sql`t.mined_at desc, t.chain, t.block desc, t.place desc`) as unknown as Promise<
    TransactionRow[]
  >
}

function readEventRows(
  db: Sql,
  accountBytes: SQL,
  rows: readonly TransactionRow[],
): Promise<EventRow[]> {
  const writeSqlArray = (name: 'chain' | 'block' | 'place'): string =>
    `{${rows.map((row) => row[name]).join(',')}}`
  const isOfTransaction = sql`v.chain = f.chain and v.block = f.block and v.place = f.place`
  return db
    .select({
      of: castToText(sql`f.of`),
      position: castToText(sql`v.position`),
      part: castToText(sql`v.part`),
      kind: sql<EventRow['kind']>`v.kind`,
      token: encodeAsHex(sql`v.token`),
      tokenId: castToText(sql`v.token_id`),
      amount: castToText(sql`v.amount`),
      from: encodeAsHex(sql`v."from"`),
      to: encodeAsHex(sql`v."to"`),
      isAll: castToText(sql`v.is_all`),
    })
    .from(sql`unnest(${writeSqlArray('chain')}::text[], ${writeSqlArray('block')}::bigint[], ${writeSqlArray('place')}::integer[])
      with ordinality as f(chain, block, place, of)
      cross join lateral (
        (select v.position, v.part, v.kind, v.token, v.token_id, v.amount, v."from", v."to", null::boolean as is_all
          from ${movements} v where ${isOfTransaction} and (v."from" = ${accountBytes} or v."to" = ${accountBytes})
          order by v.position, v.part limit ${maxMovements})
        union all
        (select v.position, 0, 'approval', v.token, v.token_id, v.amount, v.owner, v.spender, v.is_all
          from ${approvals} v where ${isOfTransaction} and v.owner = ${accountBytes} limit ${maxMovements})
      ) as v`) as unknown as Promise<EventRow[]>
}

function castToText(value: SQL): SQL<string> {
  return sql`(${value})::text`
}

function encodeAsHex(value: SQL): SQL<string> {
  return sql`encode(${value}, 'hex')`
}

function toSeenTransaction(
  account: Hex,
  row: TransactionRow,
  eventRows: readonly EventRow[],
): SeenTransaction {
  const movementList = eventRows.filter(({ kind }) => kind !== 'approval').map(toMovement)
  const approvalList = eventRows.filter(({ kind }) => kind === 'approval').map(toApproval)
  return trimToAccountView(account, {
    chain: row.chain,
    block: Number(row.block),
    place: Number(row.place),
    hash: `0x${row.hash}`,
    from: `0x${row.from}`,
    to: parseHexOrNull(row.to),
    created: parseHexOrNull(row.created),
    nonce: Number(row.nonce),
    value: BigInt(row.value),
    fee: BigInt(row.fee),
    isSuccess: row.isSuccess === 'true',
    selector: parseHexOrNull(row.selector),
    minedAt: Number(row.minedAt),
    movements: movementList.sort(comparePositions),
    approvals: approvalList.sort((a, b) => a.position - b.position),
    movementCount: Number(row.count),
  })
}

function toMovement({
  position,
  part,
  kind,
  token,
  tokenId,
  amount,
  from,
  to,
}: EventRow): Movement {
  return {
    position: Number(position),
    part: Number(part),
    kind: kind as Movement['kind'],
    token: parseHexOrNull(token),
    tokenId: parseBigintOrNull(tokenId),
    amount: BigInt(amount ?? 0),
    from: `0x${from}`,
    to: `0x${to}`,
  }
}

function toApproval({ position, token, tokenId, amount, from, to, isAll }: EventRow): Approval {
  return {
    position: Number(position),
    token: `0x${token}`,
    owner: `0x${from}`,
    spender: `0x${to}`,
    amount: parseBigintOrNull(amount),
    tokenId: parseBigintOrNull(tokenId),
    isAll: isAll === null ? null : isAll === 'true',
  }
}

function parseBigintOrNull(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits)
}

function parseHexOrNull(digits: string | null): Hex | null {
  return digits === null ? null : `0x${digits}`
}

/**
 * Sorts transfers: first the transaction's own value (position -1), then those of logs by their
 * position, then internal transfers, whose positions count down from -2.
 */
function comparePositions(a: Movement, b: Movement): number {
  const rankMovement = ({ position }: Movement): number =>
    position < -1 ? Number.MAX_SAFE_INTEGER / 2 - position : position
  return rankMovement(a) - rankMovement(b) || a.part - b.part
}
