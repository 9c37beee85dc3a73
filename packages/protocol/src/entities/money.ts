// Money is reckoned in whole units of 10^-36: no currency and no coin has more places, and nothing
// is ever a float.
const scale = 36
const moneyPattern = /^(\d{1,40})(?:\.(\d{1,36}))?$/

/** A plain decimal (`12.50`) in units of 10^-36; null where it is none. */
export function moneyUnits(text: string): bigint | null {
  const [, whole, fraction = ''] = moneyPattern.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(scale, '0'))
}

/** Units of 10^-36 as a plain decimal with at least `places` places; nothing is cut off. */
export function moneyText(units: bigint, places = 0): string {
  const digits = `${units}`.padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(places, '0')
  return `${digits.slice(0, -scale)}${fraction && `.${fraction}`}`
}

/** How many places a currency has: 2 for USD, 0 for JPY; 2 where it is not known. */
export function currencyPlaces(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return maximumFractionDigits
  } catch {
    return 2
  }
}

/** Whether an amount is a plain decimal above zero with no more than `places` places. */
export function isPayable(text: string, places: number): boolean {
  const units = moneyUnits(text)
  return units !== null && units > 0n && units % 10n ** BigInt(scale - places) === 0n
}

/**
 * A share of an amount in units, rounded up to `places` places.
 * @param percent not negative; a hundredth of it is the finest that counts
 */
export function shareOfMoney(units: bigint, percent: number, places: number): bigint {
  const step = 10n ** BigInt(scale - places)
  const whole = 10_000n * step
  // 0.07 · 100 is 7.000000000000001 to a computer.
  const hundredths = BigInt(Math.ceil(Number((percent * 100).toFixed(6))))
  return ((units * hundredths + whole - 1n) / whole) * step
}

/**
 * How many base units of something with `decimals` places an amount buys at a price; rounded down.
 * Both in units.
 */
export function boughtFor(units: bigint, price: bigint, decimals: number): bigint {
  return price <= 0n ? 0n : (units * 10n ** BigInt(decimals)) / price
}
