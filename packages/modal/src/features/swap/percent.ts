import { parseAmount } from '@latchkey/core'

/** Bounds of what a visitor may choose, in hundredths of a percent. */
const least = 5n
const most = 5000n

/** The slippages to choose from, in percent; the specification's first. */
export const slippages = [0.5, 1, 3] as const
/** Above this much, in percent, others may make a swap worse. */
export const warnedSlippage = 5

/**
 * Percent as a visitor reads it, with at most two places; what is less than that is said to be
 * less.
 */
export function percentText(percent: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return percent > 0 && percent < 0.01 ? `<${format.format(0.0001)}` : format.format(percent / 100)
}

/** The slippage a visitor typed, in percent with at most two places; null outside 0.05–50. */
export function readSlippage(text: string, locale: string): number | null {
  const hundredths = parseAmount(text.replace('%', ''), 2, locale)
  return hundredths === null || hundredths < least || hundredths > most
    ? null
    : Number(hundredths) / 100
}

/** The bounds as a visitor reads them. */
export function slippageBounds(locale: string): readonly [string, string] {
  const format = new Intl.NumberFormat(locale)
  return [format.format(Number(least) / 100), format.format(Number(most) / 100)]
}

/**
 * The slippage with which a renewed offer still keeps to what the visitor was shown, in percent:
 * the chosen one where that is enough, else less; null where the promise can no longer be kept.
 * @param room how far the renewed amount may move until the promise is broken, base units; below
 *   zero it is broken already.
 * @param amount what the renewed offer moves, base units.
 * @param slippage percent the visitor chose.
 */
export function keptSlippage(room: bigint, amount: bigint, slippage: number): number | null {
  if (room < 0n || amount === 0n) return null
  const hundredths = (room * 10_000n) / amount
  const chosen = BigInt(Math.round(slippage * 100))
  if (hundredths >= chosen) return slippage
  return hundredths < least ? null : Number(hundredths) / 100
}
