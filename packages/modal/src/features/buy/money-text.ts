import { formatAmount, parseAmount } from '@latchkey/core'
import type { Money } from '@latchkey/protocol'
import { fiatText } from '../../shared/amounts.ts'

// Maximum number of decimal places to write, more than any coin has.
const maxDecimalPlaces = 36

/**
 * Decimal places of a currency: 2 for USD, 0 for JPY; undefined when it is no country's currency.
 */
export function currencyPlaces(code: string): number | undefined {
  if (!Intl.supportedValuesOf('currency').includes(code)) return undefined
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits
}

/** Money in the visitor's number format; coins are cut to six places, never rounded up. */
export function moneyText({ amount, currency }: Money, locale: string): string {
  if (currencyPlaces(currency) !== undefined) return fiatText(amount, locale, currency)
  return `${coinText(amount, locale)} ${currency}`
}

function coinText(amount: string, locale: string): string {
  const units = parseAmount(amount, maxDecimalPlaces, 'en')
  return units === null
    ? amount
    : formatAmount(units, maxDecimalPlaces, { locale, maximumFractionDigits: 6 })
}

/** Price of one coin from the amounts paid and bought; undefined when nothing is bought. */
export function unitPrice(paid: Money, bought: Money): Money | undefined {
  const [money, coins] = [parseAmount(paid.amount, 18, 'en'), parseAmount(bought.amount, 18, 'en')]
  if (!money || !coins || paid.currency === bought.currency) return undefined
  const price = (money * 10n ** 18n) / coins
  return {
    amount: formatAmount(price, 18, { locale: 'en', useGrouping: false }),
    currency: paid.currency,
  }
}
