import { getBase64Encoder, getTransactionDecoder } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm'
import { parseError } from './error-of.ts'

/** Simulates a transaction; the result has the format of `simulateTransaction`. */
export function simulateTransaction(svm: LiteSVM, text: unknown): object {
  const simulation = svm.simulateTransaction(
    getTransactionDecoder().decode(getBase64Encoder().encode(String(text))),
  )
  const hasFailed = simulation instanceof FailedTransactionMetadata
  const transactionMeta = simulation.meta()
  return {
    err: hasFailed ? parseError(String(simulation)) : null,
    logs: transactionMeta.logs(),
    unitsConsumed: transactionMeta.computeUnitsConsumed(),
    accounts: null,
    returnData: null,
  }
}
