import type { SwapSide } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { type AmountFault, amountFault } from '../../shared/amount-fault.ts'

/** What is missing before a swap can be reviewed, and in which field. */
export type SwapFault =
  | { readonly field: SwapSide; readonly is: 'missing' | AmountFault }
  | { readonly field: 'pay'; readonly is: 'not-enough' | 'not-enough-for-fee' }
  | { readonly field: 'token'; readonly is: 'missing' }

/**
 * Finds the first fault, in the order of the fields.
 * @param amount typed amount in base units; `null` when the text is no amount.
 * @param pays amount to pay, base units; `undefined` while there is no quote.
 * @param balance of the token to pay with, base units; `undefined` while unknown.
 */
export function findSwapFault(form: {
  readonly side: SwapSide
  readonly amountText: string
  readonly amount: bigint | null
  readonly hasReceive: boolean
  readonly pays: bigint | undefined
  readonly balance: bigint | undefined
  readonly locale?: string
}): SwapFault | null {
  const { side, amountText, amount, hasReceive, pays, balance } = form
  if (amountText.trim() === '') return { field: side, is: 'missing' }
  // Without a chosen token the number of decimal places of the amount is unknown.
  if (side === 'receive' && !hasReceive) return { field: 'token', is: 'missing' }
  if (amount === null) return { field: side, is: amountFault(amountText, form.locale) }
  if (amount <= 0n) return { field: side, is: 'missing' }
  if (!hasReceive) return { field: 'token', is: 'missing' }
  if (exceedsBalance(pays, balance)) return { field: 'pay', is: 'not-enough' }
  return null
}

/**
 * Whether the amount is above the balance; an unknown balance is no fault, because the chain will
 * check.
 */
export function exceedsBalance(
  pays: bigint | null | undefined,
  balance: bigint | undefined,
): boolean {
  return typeof pays === 'bigint' && balance !== undefined && pays > balance
}

const faults: Partial<Record<ErrorCode, SwapFault>> = {
  'insufficient-funds': { field: 'pay', is: 'not-enough' },
  'insufficient-fee-funds': { field: 'pay', is: 'not-enough-for-fee' },
  'token-required': { field: 'token', is: 'missing' },
}

/** The field that an error of preparing a swap belongs to, if any. */
export function faultOfCode(code: ErrorCode): SwapFault | null {
  return faults[code] ?? null
}
