import { refuse } from '../adapter-of.ts'

/** Places every amount of money is compared and reckoned with; no currency and no coin has more. */
const scale = 36
const moneyPattern = /^(\d{1,40})(?:\.(\d{1,36}))?$/

/** A decimal string in units of 10^-36; null where it is none. */
export function toUnits(text: string): bigint | null {
  const [, whole, fraction = ''] = moneyPattern.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(scale, '0'))
}

/** Units of 10^-36 as a decimal string with at least `places`, cutting nothing off. */
export function fromUnits(units: bigint, places = 0): string {
  const digits = `${units}`.padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(places, '0')
  return `${digits.slice(0, -scale)}${fraction && `.${fraction}`}`
}

/** How many places a currency has: 2 for USD, 0 for JPY; 2 where it is not known. */
export function placesOf(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    return maximumFractionDigits
  } catch {
    return 2
  }
}

/**
 * An amount of money as it is sent: no leading zeros, the currency's places.
 * @throws `amount-invalid` where it is none, is zero, or has more places than the currency
 */
export function readMoney(text: string, currency: string): string {
  const units = toUnits(text)
  const places = placesOf(currency)
  if (units === null || units === 0n || units % 10n ** BigInt(scale - places) !== 0n) refuse('amount-invalid', currency)
  return fromUnits(units, places)
}

/** A share of an amount, rounded up to the places of its currency. */
export function shareOf(units: bigint, percent: number, places: number): bigint {
  const step = 10n ** BigInt(scale - places)
  // A hundredth of a percent is the finest anybody names.
  const share = units * BigInt(Math.ceil(percent * 100))
  const whole = 10_000n * step
  return ((share + whole - 1n) / whole) * step
}
