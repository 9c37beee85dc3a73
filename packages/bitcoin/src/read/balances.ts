import type { Balance, ReadSource } from '@latchkey/core'
import { type AccountId, addressOf } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { readBalance } from '../node/esplora.ts'

/**
 * The balance of one address: confirmed, and unconfirmed receipts and payments. Throws
 * `rpc-answer-invalid`.
 */
export async function balancesOf(
  source: ReadSource,
  { account }: { readonly account: AccountId },
): Promise<readonly Balance[]> {
  const { confirmed, waiting } = await readBalance(source, addressOf(account))
  return [{ asset: nativeAsset(source.chain), amount: confirmed + waiting }]
}
