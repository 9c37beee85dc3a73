import type { ReadSource } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { tokenAddress } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { readQuantity } from '../encoding/hex.ts'
import { balanceDifference, loggedAmount } from './received.ts'

/**
 * Reads the amount that a confirmed transaction brought to a receiver, in base units. Undefined
 * when the asset is the coin and another transaction of the block may have moved the receiver's
 * coins too, which makes the amount uncertain.
 */
export async function readPaidAmount(
  source: ReadSource,
  {
    receipt,
    asset,
    to,
  }: {
    /** The receipt of the transaction, as `eth_getTransactionReceipt` returned it. */
    readonly receipt: Readonly<Record<string, unknown>>
    readonly asset: Asset
    readonly to: string
  },
): Promise<bigint | undefined> {
  const token = tokenAddress(asset.id)
  if (token) return loggedAmount(receipt.logs, token, to)
  const transaction = (await source.request('eth_getTransactionByHash', [
    receipt.transactionHash,
  ])) as Readonly<Record<string, unknown>> | null
  const isDirect = isAddress(transaction?.to) && isSameAddress(transaction.to, to)
  // A contract account sends coins from within another account's transaction, whose own value does
  // not show the amount. Then the difference of the receiver's balances is taken; the receiver pays
  // no fee for that transaction.
  if (!isDirect) return balanceDifference(source, receipt, 0n, to)
  return readQuantity(transaction?.value) ?? undefined
}
