import type { AssetId, HistoryTransfer } from '@latchkey/protocol'
import { answerLimits } from '@latchkey/protocol'
import { formatUnits } from 'viem'
import { computeWorth } from '../../base/money/compute-worth.ts'
import type { Price } from '../../ports/price-port.ts'
import type { AccountTransaction, Movement } from './movement.ts'

/** Describes transfers in the format of the history answer. */
export function describeMovements(
  { movements }: Pick<AccountTransaction, 'movements'>,
  priceOf: (asset: AssetId) => Price | undefined,
): readonly HistoryTransfer[] {
  return movements.slice(0, answerLimits.transfers).map((one) => {
    const { asset, direction, counterparty, unit, isCollectible, amount } = one
    const commonFields = { direction, asset, counterparty }
    if (isCollectible)
      return {
        ...commonFields,
        fungible_info: null,
        nft_info: { name: unit.name || null, content: null, flags: { is_spam: false } },
        quantity: { numeric: String(amount) },
        value: null,
        price: null,
      }
    const { name, symbol, iconUrl } = unit
    return {
      ...commonFields,
      fungible_info: {
        name: name || null,
        symbol: symbol || null,
        icon: iconUrl ? { url: iconUrl } : null,
      },
      nft_info: null,
      quantity: { numeric: formatUnits(amount, unit.decimals) },
      ...describeWorth(one, priceOf(asset)),
    }
  })
}

function describeWorth(
  { amount, unit }: Movement,
  found: Price | undefined,
): Pick<HistoryTransfer, 'value' | 'price'> {
  const text = found && computeWorth(formatUnits(amount, unit.decimals), found.price)
  const [value, price] = [Number(text ?? Number.NaN), Number(found?.price ?? Number.NaN)]
  return Number.isFinite(value) && Number.isFinite(price)
    ? { value, price }
    : { value: null, price: null }
}
