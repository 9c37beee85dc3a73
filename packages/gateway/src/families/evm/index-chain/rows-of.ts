import type { Hex } from 'viem'
import type { ChainBlock, ChainTransaction } from './chain-block.ts'
import { type Approval, decodeLog, type Movement } from './decode-log.ts'
import { decodeWrapped } from './decode-wrapped.ts'

const zero: Hex = `0x${'0'.repeat(40)}`

interface Placed {
  readonly block: number
  readonly place: number
}

/** Rows of the index, by table. */
export interface IndexRows {
  readonly transactions: readonly (ChainTransaction & {
    readonly block: number
    readonly minedAt: number
  })[]
  readonly movements: readonly (Movement & Placed)[]
  readonly approvals: readonly (Approval & Placed)[]
  readonly accounts: readonly (Placed & { readonly account: Hex })[]
  readonly tokens: readonly {
    readonly account: Hex
    readonly token: Hex
    readonly kind: Movement['kind']
  }[]
}

/**
 * Converts blocks to rows.
 * @param account - keeps only the transactions that involve it
 */
export function rowsOf(blocks: readonly ChainBlock[], account?: Hex): IndexRows {
  const rows = { transactions: [], movements: [], approvals: [], accounts: [], tokens: [] } as {
    -readonly [Table in keyof IndexRows]: IndexRows[Table][number][]
  }
  const tokens = new Set<string>()
  for (const block of blocks) {
    for (const transaction of block.transactions) {
      const { movements, approvals } = decodeTransaction(transaction)
      const concerned = accountsOf(transaction, movements, approvals)
      if (account !== undefined && !concerned.has(account)) continue
      const placed = { block: block.number, place: transaction.place }
      rows.transactions.push({ ...transaction, block: block.number, minedAt: block.minedAt })
      for (const one of movements) {
        rows.movements.push({ ...one, ...placed })
      }
      for (const one of approvals) {
        rows.approvals.push({ ...one, ...placed })
      }
      for (const one of concerned) {
        rows.accounts.push({ account: one, ...placed })
      }
      for (const { to, token, kind, amount } of movements) {
        if (token === null || to === zero || amount === 0n || tokens.has(to + token)) continue
        tokens.add(to + token)
        rows.tokens.push({ account: to, token, kind })
      }
    }
  }
  return rows
}

function decodeTransaction(transaction: ChainTransaction): {
  movements: Movement[]
  approvals: Approval[]
} {
  if (!transaction.isSuccess) return { movements: [], approvals: [] }
  const decoded = transaction.logs.map(decodeLog)
  const logged = decoded.flatMap(({ movements }) => movements)
  const movements = [...coinOf(transaction), ...logged, ...decodeWrapped(transaction, logged)]
  return { movements, approvals: decoded.flatMap(({ approval }) => approval ?? []) }
}

function coinOf({ value, from, to, created, internal }: ChainTransaction): Movement[] {
  const base = { part: 0, token: null, tokenId: null } as const
  const receiver = to ?? created
  const own: Movement[] =
    value > 0n && receiver !== null
      ? [{ ...base, position: -1, kind: 'coin', amount: value, from, to: receiver }]
      : []
  const inner = internal.map((one, at): Movement => {
    const { value: amount, from: payer, to: payee } = one
    return { ...base, position: -2 - at, kind: 'internal', amount, from: payer, to: payee }
  })
  return [...own, ...inner]
}

function accountsOf(
  { from, to, created }: ChainTransaction,
  movements: readonly Movement[],
  approvals: readonly Approval[],
): ReadonlySet<Hex> {
  const found = new Set<Hex>([from])
  if (to !== null) found.add(to)
  if (created !== null) found.add(created)
  for (const movement of movements) {
    found.add(movement.from).add(movement.to)
  }
  for (const { owner } of approvals) {
    found.add(owner)
  }
  found.delete(zero)
  return found
}
