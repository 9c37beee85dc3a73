import type { Transaction, TransactionStatus } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useRead } from './use-read.ts'

export declare namespace useTransactions {
  interface Parameters {
    /** CAIP-10 id of the sending account; default every account. */
    readonly from?: AccountId
    /** Statuses of the transactions to return; default every status. */
    readonly statuses?: readonly TransactionStatus[]
  }
}

/** The transactions that the kit knows, newest first. */
export function useTransactions({
  from,
  statuses,
}: useTransactions.Parameters = {}): readonly Transaction[] {
  return useRead((kit) =>
    Object.values(kit.getState().transactions)
      .filter((transaction) => from === undefined || transaction.from === from)
      .filter((transaction) => statuses?.includes(transaction.status) ?? true)
      .sort((a, b) => b.createdAt - a.createdAt),
  )
}
