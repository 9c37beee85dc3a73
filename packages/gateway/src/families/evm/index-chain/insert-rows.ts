import { setImmediate } from 'node:timers/promises'
import type { ChainId } from '@latchkey/protocol'
import { type SQL, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import type { IndexRows } from './make-index-rows.ts'

type Value = string | number | bigint | boolean | null
type ColumnKind = 'bytea' | 'bigint' | 'integer' | 'numeric' | 'boolean' | 'text' | 'epoch'
/** A database column: its name, its type, and a function that reads its value from a row. */
type Column<Row> = readonly [name: string, kind: ColumnKind, read: (row: Row) => Value]

/**
 * Inserts rows into the index.
 * @param isNew - whether a row that exists already is an error; if false, the existing row stays as
 * it is
 */
export async function insertRows(
  db: Sql,
  chain: ChainId,
  rows: IndexRows,
  isNew: boolean,
): Promise<void> {
  await insertColumns(db, chain, 'transactions', isNew, rows.transactions, [
    ['block', 'bigint', (row) => row.block],
    ['place', 'integer', (row) => row.place],
    ['hash', 'bytea', (row) => row.hash],
    ['from', 'bytea', (row) => row.from],
    ['to', 'bytea', (row) => row.to],
    ['created', 'bytea', (row) => row.created],
    ['nonce', 'bigint', (row) => row.nonce],
    ['value', 'numeric', (row) => row.value],
    ['fee', 'numeric', (row) => row.fee],
    ['is_success', 'boolean', (row) => row.isSuccess],
    ['selector', 'bytea', (row) => row.selector],
    ['mined_at', 'epoch', (row) => row.minedAt],
  ])
  await insertColumns(db, chain, 'movements', isNew, rows.movements, [
    ['block', 'bigint', (row) => row.block],
    ['place', 'integer', (row) => row.place],
    ['position', 'integer', (row) => row.position],
    ['part', 'integer', (row) => row.part],
    ['kind', 'text', (row) => row.kind],
    ['token', 'bytea', (row) => row.token],
    ['token_id', 'numeric', (row) => row.tokenId],
    ['amount', 'numeric', (row) => row.amount],
    ['from', 'bytea', (row) => row.from],
    ['to', 'bytea', (row) => row.to],
  ])
  await insertColumns(db, chain, 'approvals', isNew, rows.approvals, [
    ['block', 'bigint', (row) => row.block],
    ['place', 'integer', (row) => row.place],
    ['position', 'integer', (row) => row.position],
    ['token', 'bytea', (row) => row.token],
    ['owner', 'bytea', (row) => row.owner],
    ['spender', 'bytea', (row) => row.spender],
    ['amount', 'numeric', (row) => row.amount],
    ['token_id', 'numeric', (row) => row.tokenId],
    ['is_all', 'boolean', (row) => row.isAll],
  ])
  await insertColumns(db, chain, 'account_transactions', isNew, rows.accounts, [
    ['account', 'bytea', (row) => row.account],
    ['block', 'bigint', (row) => row.block],
    ['place', 'integer', (row) => row.place],
  ])
  await insertColumns(db, chain, 'account_tokens', false, rows.tokens, [
    ['account', 'bytea', (row) => row.account],
    ['token', 'bytea', (row) => row.token],
    ['kind', 'text', (row) => row.kind],
  ])
}

/**
 * Inserts each column as one array parameter: a parameter per value would cost more than the insert
 * itself.
 */
export async function insertColumns<Row>(
  db: Sql,
  chain: ChainId,
  table: string,
  isNew: boolean,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  if (rows.length === 0) return
  // A short pause here lets other work of the process run between two statements.
  await setImmediate()
  const names = sql.raw(columns.map(([name]) => `"${name}"`).join(', '))
  const values = sql.raw(
    columns
      .map(([name, kind]) => (kind === 'epoch' ? `to_timestamp(r."${name}")` : `r."${name}"`))
      .join(', '),
  )
  const lists: SQL[] = columns.map(
    ([, kind, read]) =>
      sql`${`{${rows.map((row) => formatValue(read(row), kind)).join(',')}}`}::${sql.raw(kind === 'epoch' ? 'bigint' : kind)}[]`,
  )
  await db.execute(sql`insert into ${sql.identifier(table)} (chain, ${names})
    select ${chain}::text, ${values} from unnest(${sql.join(lists, sql.raw(', '))}) as r(${names})
    ${sql.raw(isNew ? '' : 'on conflict do nothing')}`)
}

/**
 * Writes an item of an array literal without quotes: all values are numbers, hex or fixed words.
 */
function formatValue(value: Value, kind: ColumnKind): string {
  if (value === null) return 'null'
  return kind === 'bytea' ? `\\\\x${String(value).slice(2)}` : String(value)
}
