import {
  type AssetId,
  boughtFor,
  currencyPlaces,
  type Money,
  moneyText,
  moneyUnits,
  type OnrampNetwork,
  type OnrampQuoteAnswer,
  onrampFeeRangePercent,
  shareOfMoney,
} from '@latchkey/protocol'
import { currencies } from '../../base/config/currencies.ts'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset } from '../../base/money/asset.ts'
import { coinOfChain } from '../../families/families.ts'
import type { OnrampRequest } from '../../ports/onramp-port.ts'
import type { PricePort } from '../../ports/price-port.ts'

/** Number of decimals of an estimate; with more it would look like an exact offer. */
const shownDecimalPlaces = 6

/** Estimates a purchase at the market price; undefined when the price is unknown. */
export type Estimate = (
  ask: OnrampRequest,
  seller: { readonly network: OnrampNetwork; readonly feePercent: number | undefined },
  signal?: AbortSignal,
) => Promise<OnrampQuoteAnswer | undefined>

/**
 * Creates estimated quotes from the gateway's own prices, marked as estimates; they do not include
 * the network fee, which is unknown.
 */
export function estimateQuote(
  { chains }: Pick<Config, 'chains'>,
  prices: Pick<PricePort, 'now'>,
): Estimate {
  return async (
    { chain, purchaseCurrency, paymentCurrency, amount },
    { network, feePercent },
    signal,
  ) => {
    const currency = currencies.find((one) => one === paymentCurrency.toLowerCase())
    const chainConfig = chains.find(({ id }) => id === chain)
    const contract = /^0x[\da-fA-F]{40}$/.exec(network.contract_address)?.[0]
    const isCoin = chainConfig?.nativeCurrency.symbol === purchaseCurrency
    if (!currency || !chainConfig || !(isCoin || contract)) return undefined
    // The coin is recognised by its symbol first, because the usual options list shows a token
    // contract for the coin too.
    const asset = isCoin
      ? coinOfChain(chain)
      : normalizeAsset(`${chain}/erc20:${contract}` as AssetId)
    const knownPrices = await prices
      .now([asset], currency, signal ?? AbortSignal.timeout(5_000))
      .catch(() => undefined)
    const price = moneyUnits(knownPrices?.get(asset)?.price ?? '')
    const total = moneyUnits(amount)
    if (!price || total === null) return undefined
    const decimalPlaces = currencyPlaces(paymentCurrency)
    const toMoney = (units: bigint): Money => ({
      amount: moneyText(units, decimalPlaces),
      currency: paymentCurrency,
    })
    const feeUnits = shareOfMoney(total, feePercent ?? onrampFeeRangePercent[1], decimalPlaces)
    const boughtUnits =
      boughtFor(total - feeUnits, price, shownDecimalPlaces) *
      10n ** BigInt(36 - shownDecimalPlaces)
    if (boughtUnits === 0n) return undefined
    return {
      networkFee: toMoney(0n),
      providerFee: toMoney(feeUnits),
      paymentSubtotal: toMoney(total - feeUnits),
      paymentTotal: toMoney(total),
      purchaseAmount: { amount: moneyText(boughtUnits), currency: purchaseCurrency },
      quoteId: 'estimate',
      isEstimate: true,
    }
  }
}
