import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** An account as `getAccountInfo` tells it, in base64; null where there is none. */
export function accountShape(svm: LiteSVM, account: unknown): object | null {
  const found = svm.getAccount(address(String(account)))
  if (!found.exists) return null
  const { data, executable, lamports, programAddress: owner } = found
  return {
    data: [Buffer.from(data).toString('base64'), 'base64'],
    executable,
    lamports,
    owner,
    rentEpoch: 0,
  }
}
