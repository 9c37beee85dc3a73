import { formatAmount, parseAmount } from '@latchkey/core'
import { type AmountFault, amountFault } from '../../shared/amount-fault.ts'

export type BuyFault =
  | { readonly is: 'missing' | AmountFault }
  | { readonly is: 'too-little'; readonly min: string }
  | { readonly is: 'too-much'; readonly max: string }

/**
 * Reads an amount of money within the limits of a payment method.
 * @param text as typed
 * @param places decimal places of the currency
 * @returns the decimal to send, or what is wrong with the text
 */
export function readPayment(
  text: string,
  {
    places,
    locale,
    limits,
  }: {
    readonly places: number
    readonly locale: string
    readonly limits: { readonly min: string; readonly max: string } | undefined
  },
): { readonly amount: string } | BuyFault {
  if (text.trim() === '') return { is: 'missing' }
  const units = parseAmount(text, places, locale)
  if (units === null) return { is: amountFault(text, locale) }
  if (units <= 0n) return { is: 'missing' }
  const min = limits && toUnits(limits.min, places, 'up')
  const max = limits && toUnits(limits.max, places, 'down')
  if (limits && min !== undefined && units < min) return { is: 'too-little', min: limits.min }
  if (limits && max !== undefined && units > max) return { is: 'too-much', max: limits.max }
  return { amount: formatAmount(units, places, { locale: 'en', useGrouping: false }) }
}

/**
 * Converts a limit to the smallest units of the currency; a minimum is rounded up, a maximum down.
 */
function toUnits(limit: string, places: number, rounding: 'up' | 'down'): bigint | undefined {
  const extraDecimalPlaces = 18
  const units = parseAmount(limit, places + extraDecimalPlaces, 'en')
  if (units === null) return undefined
  const roundingStep = 10n ** BigInt(extraDecimalPlaces)
  return (rounding === 'up' ? units + roundingStep - 1n : units) / roundingStep
}
