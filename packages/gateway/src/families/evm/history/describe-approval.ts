import type { HistoryTransfer } from '@latchkey/protocol'
import { formatUnits } from 'viem'
import type { Approval } from '../index-chain/decode-log.ts'
import { describeNft, findUnit, type HistoryContext, makeAssetId } from './history-context.ts'
import type { SeenTransaction } from './seen.ts'

/**
 * Amounts that mean "unlimited": the largest values of the integer types (such as uint256) that
 * tokens and Permit2 use.
 */
const unlimitedAmounts = new Set([96n, 128n, 160n, 256n].map((bits) => 2n ** bits - 1n))
const halfOfMaxAmount = 2n ** 255n

/** Whether an approval of `amount` base units is unlimited. */
export function isUnlimitedAmount(amount: bigint): boolean {
  return unlimitedAmounts.has(amount) || amount >= halfOfMaxAmount
}

/**
 * Describes approvals in the form of transfers: without an amount, with direction `self`, and with
 * the spender as the other side.
 */
export function describeApprovals(tx: SeenTransaction, context: HistoryContext): HistoryTransfer[] {
  return tx.approvals.flatMap((one) => describeApproval(tx, one, context))
}

function describeApproval(
  tx: SeenTransaction,
  one: Approval,
  context: HistoryContext,
): readonly HistoryTransfer[] {
  const { token, tokenId, amount, isAll, spender } = one
  const commonFields = {
    direction: 'self',
    counterparty: spender,
    value: null,
    price: null,
  } as const
  if (amount === null) {
    const asset = makeAssetId(tx.chain, { kind: 'erc721', token, tokenId })
    const isGranted = isAll ?? BigInt(spender) !== 0n
    return [
      {
        fungible_info: null,
        nft_info: describeNft(tx, one, false, context),
        ...commonFields,
        quantity: { numeric: isGranted ? '1' : '0' },
        asset,
        isUnlimited: isAll === true,
      },
    ]
  }
  const unit = findUnit(tx.chain, token, context)
  if (!unit) return []
  const { name, symbol, decimals, iconUrl } = unit
  return [
    {
      fungible_info: {
        name: name || null,
        symbol: symbol || null,
        icon: iconUrl ? { url: iconUrl } : null,
      },
      nft_info: null,
      ...commonFields,
      quantity: { numeric: formatUnits(amount, decimals) },
      asset: makeAssetId(tx.chain, { kind: 'erc20', token, tokenId: null }),
      isUnlimited: isUnlimitedAmount(amount),
    },
  ]
}
