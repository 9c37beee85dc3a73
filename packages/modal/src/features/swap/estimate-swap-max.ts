import type { Kit, SwapAsset } from '@latchkey/core'
import { type AccountId, type Asset, hasCode } from '@latchkey/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { KeptFee } from '../../contract/kept-fee.ts'
import { readSpendable } from '../send/read-spendable.ts'
import { discardDraft, prepareOffer } from './prepare-offer.ts'

/**
 * While the fee of the swap is unknown, the button Max subtracts this multiple of a transfer's fee
 * from the balance.
 */
const transferFeesPerSwap = 15n

/**
 * Adds a quarter to the highest present fee: until the visitor confirms, the base fee may rise by
 * an eighth per block (EIP-1559), and swapping the full amount may cost a little more gas than the
 * simulated, smaller swap.
 */
function addFeeMargin(fee: bigint): bigint {
  return (fee * 5n + 3n) / 4n
}

/**
 * The highest amount that can be swapped now, in base units. If the paid asset is the coin that
 * pays the fee, the fee is subtracted. To learn the fee, the swap is built and simulated; its
 * drafts are discarded.
 * @throws what `prepareSwap` throws when the balance does not even cover the fee | `aborted` | what
 * the reads throw
 */
export async function estimateSwapMax(
  kit: Kit,
  parameters: {
    readonly client: QueryClient
    readonly account: AccountId
    readonly pay: SwapAsset
    readonly receive: SwapAsset | undefined
    /** The balance that is used when the chain cannot be read, in base units. */
    readonly balance: bigint
    /** Other assets that the account holds, which the swap must not take. */
    readonly assets: readonly Asset[] | undefined
    readonly signal?: AbortSignal
  },
): Promise<{ readonly amount: bigint; readonly kept?: KeptFee }> {
  const { client, account, pay, receive, balance, assets, signal } = parameters
  const abortOptions = signal && { signal }
  const { held, estimate } = await readSpendable(kit, {
    from: account,
    asset: pay,
    balance,
    ...abortOptions,
  })
  if (!estimate) return { amount: held }
  const keepFeeReserve = (amount: bigint, isRough: boolean) => ({
    amount: held > amount ? held - amount : 0n,
    kept: { amount, isRough },
  })
  const roughFeeEstimate = estimate.fee * transferFeesPerSwap
  if (!receive || held === 0n) return keepFeeReserve(roughFeeEstimate, true)
  const swapRequest = {
    account,
    pay,
    receive,
    amount: held > 2n * roughFeeEstimate ? held - roughFeeEstimate : held / 2n,
    side: 'pay',
  } as const
  try {
    const draft = await prepareOffer(kit, {
      client,
      ask: swapRequest,
      approval: 'exact',
      assets,
      ...abortOptions,
    })
    discardDraft(kit, draft)
    const { fee, data } = draft.simulation
    return data === undefined
      ? keepFeeReserve(roughFeeEstimate, true)
      : keepFeeReserve(addFeeMargin(fee), false)
  } catch (error) {
    if (hasCode(error, 'aborted') || hasCode(error, 'insufficient-fee-funds')) throw error
    return keepFeeReserve(roughFeeEstimate, true)
  }
}
