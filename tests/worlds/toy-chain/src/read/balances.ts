import type { Balance, ReadSource } from '@latchkey/core'
import { type AccountId, addressOf } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { readAmount } from './amount.ts'

/** The coin's balance; the chain has nothing else. Throws `rpc-answer-invalid`. */
export async function balances(
  source: ReadSource,
  { account }: { readonly account: AccountId },
): Promise<readonly Balance[]> {
  const amount = readAmount(await source.request('toy_balance', [addressOf(account)]))
  return [{ asset: nativeAsset(source.chain), amount }]
}
