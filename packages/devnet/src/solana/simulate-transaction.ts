import { getBase64Encoder, getTransactionDecoder } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm'
import { errorOf } from './error-of.ts'

/** Simulates a transaction; the result has the format of `simulateTransaction`. */
export function simulateTransaction(svm: LiteSVM, text: unknown): object {
  const tried = svm.simulateTransaction(
    getTransactionDecoder().decode(getBase64Encoder().encode(String(text))),
  )
  const hasFailed = tried instanceof FailedTransactionMetadata
  const meta = tried.meta()
  return {
    err: hasFailed ? errorOf(String(tried)) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    accounts: null,
    returnData: null,
  }
}
