// Money is computed in integers that count units of 10^-36. No currency and no coin has more
// decimal places, and no floating-point number is used.
const maxDecimalPlaces = 36
const moneyPattern = /^(\d{1,40})(?:\.(\d{1,36}))?$/

/** Converts a plain decimal (`12.50`) to units of 10^-36; null for other text. */
export function moneyUnits(text: string): bigint | null {
  const [, whole, fraction = ''] = moneyPattern.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(maxDecimalPlaces, '0'))
}

/**
 * Converts an amount in units of 10^-36 to a plain decimal with at least `places` decimal places;
 * nothing is cut off.
 */
export function moneyText(units: bigint, places = 0): string {
  const digits = `${units}`.padStart(maxDecimalPlaces + 1, '0')
  const fraction = digits.slice(-maxDecimalPlaces).replace(/0+$/, '').padEnd(places, '0')
  return `${digits.slice(0, -maxDecimalPlaces)}${fraction && `.${fraction}`}`
}

/**
 * Returns the number of decimal places of a currency: 2 for USD, 0 for JPY; 2 for an unknown
 * currency.
 */
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

/** Whether an amount is a plain decimal above zero with at most `places` decimals. */
export function isPayable(text: string, places: number): boolean {
  const units = moneyUnits(text)
  return units !== null && units > 0n && units % 10n ** BigInt(maxDecimalPlaces - places) === 0n
}

/**
 * Returns a percentage of an amount in units of 10^-36, rounded up to `places` decimal places.
 * @param percent - not negative; rounded up to two decimals
 */
export function shareOfMoney(units: bigint, percent: number, places: number): bigint {
  const roundingStep = 10n ** BigInt(maxDecimalPlaces - places)
  const roundingUnit = 10_000n * roundingStep
  // In floating point 0.07 · 100 is 7.000000000000001, which must not be rounded up to 8.
  const percentHundredths = BigInt(Math.ceil(Number((percent * 100).toFixed(6))))
  return ((units * percentHundredths + roundingUnit - 1n) / roundingUnit) * roundingStep
}

/**
 * Returns how much of an asset an amount of money buys at a price, in base units of the asset
 * (`decimals` places), rounded down. Amount and price are in units of 10^-36.
 */
export function boughtFor(units: bigint, price: bigint, decimals: number): bigint {
  return price <= 0n ? 0n : (units * 10n ** BigInt(decimals)) / price
}
