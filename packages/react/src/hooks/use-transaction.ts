import type { Transaction } from '@latchkey/core'
import { useRead } from './use-read.ts'

export declare namespace useTransaction {
  interface Parameters {
    /** The kit's own id of the transaction; `undefined` while there is no transaction. */
    readonly id: string | undefined
  }
}

/** One transaction, or `undefined` when the kit does not know it. */
export function useTransaction({ id }: useTransaction.Parameters): Transaction | undefined {
  return useRead((kit) => (id === undefined ? undefined : kit.getState().transactions[id]))
}
