import type { Hex } from 'viem'
import type { Movement } from '../index-chain/decode-log.ts'
import { isEntryPoint } from '../index-chain/entry-points.ts'
import type { SeenTransaction } from './seen.ts'

/**
 * A transaction from the view of its account. If the account had an operation in a bundle
 * (ERC-4337), another account signed the transaction, but the account itself signed its operation.
 * The fee is the cost of the operation; the prepayment to the entry point for it is not a transfer.
 */
export function trimToAccountView(account: Hex, tx: SeenTransaction): SeenTransaction {
  const transfers = tx.movements.filter(({ kind }) => !isOperation(kind))
  const operations = tx.movements.filter(({ kind, from }) => isOperation(kind) && from === account)
  if (!operations.length)
    return transfers.length === tx.movements.length ? tx : { ...tx, movements: transfers }
  // Each operation has at most one prepayment: further payments to the entry point are ordinary
  // transfers.
  const prepayments = transfers
    .filter((one) => isPrepayment(one, account))
    .slice(0, operations.length)
  return {
    ...tx,
    from: account,
    fee: operations.reduce((sum, { amount }) => sum + amount, 0n),
    isSuccess: operations.some(({ kind }) => kind === 'operation'),
    value: 0n,
    selector: tx.selector ?? '0x00000000',
    created: null,
    movements: transfers.filter((one) => !prepayments.includes(one)),
    movementCount: 0,
  }
}

function isOperation(kind: Movement['kind']): boolean {
  return kind === 'operation' || kind === 'failed-operation'
}

function isPrepayment({ kind, from, to }: Movement, account: Hex): boolean {
  return kind === 'internal' && from === account && isEntryPoint(to)
}
