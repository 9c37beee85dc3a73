import { parseAmount } from '@latchkey/core'

/** Bounds of the slippage, in hundredths of a percent. */
const minSlippage = 5n
const maxSlippage = 5000n

/** The slippages to choose from, in percent. */
export const slippageChoices = [0.5, 1, 3] as const
/** Slippage in percent above which a warning is shown, because traders may exploit it. */
export const slippageWarningThreshold = 5

/**
 * A percentage in the visitor's number format, with at most two decimal places. A percentage above
 * zero but below 0.01 is shown as `<0.01%`.
 */
export function percentText(percent: number, locale: string): string {
  const percentFormat = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
  })
  return percent > 0 && percent < 0.01
    ? `<${percentFormat.format(0.0001)}`
    : percentFormat.format(percent / 100)
}

/** The slippage that a visitor typed, in percent with at most two places; null outside 0.05–50. */
export function readSlippage(text: string, locale: string): number | null {
  const percentHundredths = parseAmount(text.replace('%', ''), 2, locale)
  return percentHundredths === null ||
    percentHundredths < minSlippage ||
    percentHundredths > maxSlippage
    ? null
    : Number(percentHundredths) / 100
}

/** The least and the highest slippage, in the visitor's number format. */
export function slippageBounds(locale: string): readonly [string, string] {
  const format = new Intl.NumberFormat(locale)
  return [format.format(Number(minSlippage) / 100), format.format(Number(maxSlippage) / 100)]
}

/**
 * The slippage, in percent, with which a renewed quote still keeps the limits that the visitor was
 * shown: the chosen slippage when that is low enough, else a lower one; null when the limits can no
 * longer be kept.
 * @param room how far the renewed amount may move before a limit is broken, base units; below zero
 * a limit is already broken.
 * @param amount amount of the renewed quote, base units.
 * @param slippage percent that the visitor chose.
 */
export function slippageWithinLimits(
  room: bigint,
  amount: bigint,
  slippage: number,
): number | null {
  if (room < 0n || amount === 0n) return null
  const percentHundredths = (room * 10_000n) / amount
  const chosenHundredths = BigInt(Math.round(slippage * 100))
  if (percentHundredths >= chosenHundredths) return slippage
  return percentHundredths < minSlippage ? null : Number(percentHundredths) / 100
}
