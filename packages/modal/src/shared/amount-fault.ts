import { parseAmount } from '@latchkey/core'
import type { AccountWords } from '../words/words.ts'

/** Why a typed text is not a valid amount of an asset. */
export type AmountFault = 'invalid' | 'negative' | 'too-precise'

/** Finds out why `text`, as typed, is not a valid amount, after `parseAmount` has refused it. */
export function amountFault(text: string, locale?: string): AmountFault {
  if (/^\s*[-−]/.test(text)) return 'negative'
  // If the text is a valid amount when more decimal places are allowed, it has too many places for
  // this asset.
  return parseAmount(text, 36, locale) === null ? 'invalid' : 'too-precise'
}

/**
 * The text that explains what is wrong with an amount; `decimals` is the asset's number of decimal
 * places.
 */
export function amountFaultText(
  words: AccountWords['send']['fault'],
  fault: AmountFault,
  decimals: number,
): string {
  if (fault === 'negative') return words.amountNegative
  return fault === 'invalid' ? words.amountNoNumber : words.amountInvalid(decimals)
}
