import type { Hex } from 'viem'
import type { ChainBlock, ChainTransaction } from './chain-block.ts'
import { type Approval, decodeLog, type Movement } from './decode-log.ts'
import { decodeWrapped } from './decode-wrapped.ts'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

interface TransactionPosition {
  readonly block: number
  readonly place: number
}

/** Rows to insert into the index, by table. */
export interface IndexRows {
  readonly transactions: readonly (ChainTransaction & {
    readonly block: number
    readonly minedAt: number
  })[]
  readonly movements: readonly (Movement & TransactionPosition)[]
  readonly approvals: readonly (Approval & TransactionPosition)[]
  readonly accounts: readonly (TransactionPosition & { readonly account: Hex })[]
  readonly tokens: readonly {
    readonly account: Hex
    readonly token: Hex
    readonly kind: Movement['kind']
  }[]
}

/**
 * Converts blocks to rows of the index tables.
 * @param account - if given, only the transactions that involve this account are converted
 */
export function makeIndexRows(blocks: readonly ChainBlock[], account?: Hex): IndexRows {
  const rows = { transactions: [], movements: [], approvals: [], accounts: [], tokens: [] } as {
    -readonly [Table in keyof IndexRows]: IndexRows[Table][number][]
  }
  const tokens = new Set<string>()
  for (const block of blocks) {
    for (const transaction of block.transactions) {
      const { movements, approvals } = decodeTransaction(transaction)
      const concernedAccounts = collectAccounts(transaction, movements, approvals)
      if (account !== undefined && !concernedAccounts.has(account)) continue
      const transactionPosition = { block: block.number, place: transaction.place }
      rows.transactions.push({ ...transaction, block: block.number, minedAt: block.minedAt })
      for (const one of movements) {
        rows.movements.push({ ...one, ...transactionPosition })
      }
      for (const one of approvals) {
        rows.approvals.push({ ...one, ...transactionPosition })
      }
      for (const one of concernedAccounts) {
        rows.accounts.push({ account: one, ...transactionPosition })
      }
      for (const { to, token, kind, amount } of movements) {
        if (token === null || to === zeroAddress || amount === 0n || tokens.has(to + token))
          continue
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
  const decodedLogs = transaction.logs.map(decodeLog)
  const loggedMovements = decodedLogs.flatMap(({ movements }) => movements)
  const movements = [
    ...listCoinMovements(transaction),
    ...loggedMovements,
    ...decodeWrapped(transaction, loggedMovements),
  ]
  return { movements, approvals: decodedLogs.flatMap(({ approval }) => approval ?? []) }
}

function listCoinMovements({ value, from, to, created, internal }: ChainTransaction): Movement[] {
  const commonFields = { part: 0, token: null, tokenId: null } as const
  const receiver = to ?? created
  const ownMovements: Movement[] =
    value > 0n && receiver !== null
      ? [{ ...commonFields, position: -1, kind: 'coin', amount: value, from, to: receiver }]
      : []
  const innerMovements = internal.map((one, index): Movement => {
    const { value: amount, from: payer, to: payee } = one
    return {
      ...commonFields,
      position: -2 - index,
      kind: 'internal',
      amount,
      from: payer,
      to: payee,
    }
  })
  return [...ownMovements, ...innerMovements]
}

function collectAccounts(
  { from, to, created }: ChainTransaction,
  movements: readonly Movement[],
  approvals: readonly Approval[],
): ReadonlySet<Hex> {
  const accountSet = new Set<Hex>([from])
  if (to !== null) accountSet.add(to)
  if (created !== null) accountSet.add(created)
  for (const movement of movements) {
    accountSet.add(movement.from).add(movement.to)
  }
  for (const { owner } of approvals) {
    accountSet.add(owner)
  }
  accountSet.delete(zeroAddress)
  return accountSet
}
