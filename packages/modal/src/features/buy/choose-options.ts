import { type BuyOptions, formatAmount, parseAmount } from '@latchkey/core'
import type { RouteOf } from '../../contract/route.ts'
import { currencyPlaces } from './money-text.ts'

type Coin = BuyOptions['purchaseCurrencies'][number]
type Currency = BuyOptions['paymentCurrencies'][number]
type Method = Currency['payment_method_limits'][number]

/** The choices of coin, currency and payment method, from the seller's options. */
export interface Choices {
  readonly asset: Coin
  readonly currency: Currency
  readonly method: Method | undefined
  /** Decimal places of the currency. */
  readonly places: number
}

// The amount that is in the field at first, because most visitors want a quote for about that much.
const defaultAmount = '100'

/**
 * The visitor's choices that are still offered, else the chain's own coin and the first options;
 * undefined when nothing is sold.
 */
export function chooseOptions(
  {
    purchaseCurrencies,
    paymentCurrencies,
  }: Pick<BuyOptions, 'purchaseCurrencies' | 'paymentCurrencies'>,
  chosenValues: Pick<RouteOf<'OnRampProviders'>, 'asset' | 'currency' | 'method'>,
  native: string | undefined,
): Choices | undefined {
  const findCoin = (symbol: string | undefined): Coin | undefined =>
    purchaseCurrencies.find((one) => one.symbol.toUpperCase() === symbol?.toUpperCase())
  const asset = findCoin(chosenValues.asset) ?? findCoin(native) ?? purchaseCurrencies[0]
  const currency =
    paymentCurrencies.find(({ id }) => id === chosenValues.currency) ?? paymentCurrencies[0]
  if (!asset || !currency) return undefined
  const methods = currency.payment_method_limits
  const method = methods.find(({ id }) => id === chosenValues.method) ?? methods[0]
  return { asset, currency, method, places: currencyPlaces(currency.id) ?? 2 }
}

/**
 * The first amount in the field, in the visitor's number format: a usual one, or the least that is
 * accepted.
 */
export function startAmount(
  { method, places }: Pick<Choices, 'method' | 'places'>,
  locale: string,
): string {
  const [first, min, max] = [defaultAmount, method?.min ?? '0', method?.max ?? defaultAmount].map(
    (text) => parseAmount(text, places, 'en'),
  )
  if (first == null || min == null || max == null) return ''
  const writeAmount = (amount: bigint): string =>
    formatAmount(amount, places, { locale, useGrouping: false })
  if (first < min) return writeAmount(min)
  if (first > max) return writeAmount(max)
  return writeAmount(first)
}
