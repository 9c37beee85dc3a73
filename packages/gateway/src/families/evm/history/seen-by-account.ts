import type { Hex } from 'viem'
import type { Movement } from '../index-chain/decode-log.ts'
import { isEntryPoint } from '../index-chain/entry-points.ts'
import type { SeenTransaction } from './seen.ts'

/**
 * Returns a transaction as its account sees it. In a bundle of smart-account operations (ERC-4337)
 * another account signs the transaction, but the account signed its operation in it. Then the
 * account counts as the signer, and the fee is the cost of its operation. The account's prepayment
 * of that cost to the entry point contract is not a transfer.
 */
export function trimToAccountView(account: Hex, tx: SeenTransaction): SeenTransaction {
  const transfers = tx.movements.filter(({ kind }) => !isOperation(kind))
  const operations = tx.movements.filter(({ kind, from }) => isOperation(kind) && from === account)
  if (!operations.length)
    return transfers.length === tx.movements.length ? tx : { ...tx, movements: transfers }
  // Each smart-account operation has at most one prepayment: further payments to the entry point
  // contract are ordinary transfers.
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
