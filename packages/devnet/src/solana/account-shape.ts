import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** An account in the format of `getAccountInfo`, in base64; null when it does not exist. */
export function toAccountShape(svm: LiteSVM, account: unknown): object | null {
  const foundAccount = svm.getAccount(address(String(account)))
  if (!foundAccount.exists) return null
  const { data, executable, lamports, programAddress: owner } = foundAccount
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable,
    lamports,
    owner,
    rentEpoch: 0,
  }
}
