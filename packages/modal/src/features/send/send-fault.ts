import type { ErrorCode } from '@latchkey/protocol'
import { type AmountFault, amountFault } from '../../shared/amount-fault.ts'
import type { Receiver } from './read-receiver.ts'

export type SendField = 'token' | 'amount' | 'recipient'

/** What is missing before a transfer can be reviewed, and in which field. */
export type SendFault =
  | { readonly field: 'token'; readonly is: 'missing' }
  | {
      readonly field: 'amount'
      readonly is: 'missing' | AmountFault | 'no-price' | 'not-enough' | 'not-enough-for-fee'
    }
  | {
      readonly field: 'recipient'
      readonly is: 'missing' | 'invalid' | 'misspelt' | 'other-chain' | 'unknown-name'
    }

/**
 * Finds the first fault, in the order of the fields.
 * @param amount base units, `null` when the text is no amount.
 * @param balance base units, `undefined` while unknown.
 */
export function findSendFault(form: {
  readonly hasToken: boolean
  readonly amountText: string
  readonly amount: bigint | null
  readonly balance: bigint | undefined
  readonly receiver: Receiver
  readonly locale?: string
  /** Whether the amount is in money and the asset has no known price. */
  readonly lacksPrice?: boolean
}): SendFault | null {
  if (!form.hasToken) return { field: 'token', is: 'missing' }
  if (form.amountText.trim() === '') return { field: 'amount', is: 'missing' }
  if (form.lacksPrice) return { field: 'amount', is: 'no-price' }
  if (form.amount === null)
    return { field: 'amount', is: amountFault(form.amountText, form.locale) }
  if (form.amount <= 0n) return { field: 'amount', is: 'missing' }
  if (form.balance !== undefined && form.amount > form.balance)
    return { field: 'amount', is: 'not-enough' }
  return findReceiverFault(form.receiver)
}

/** Fault of a receiver from the text alone; a name is looked up elsewhere. */
export function findReceiverFault({ kind }: Receiver): SendFault | null {
  if (kind === 'empty') return { field: 'recipient', is: 'missing' }
  return kind === 'invalid' || kind === 'other-chain' ? { field: 'recipient', is: kind } : null
}

const faults: Partial<Record<ErrorCode, SendFault>> = {
  'token-required': { field: 'token', is: 'missing' },
  'token-address-required': { field: 'token', is: 'missing' },
  'amount-and-receiver-required': { field: 'amount', is: 'missing' },
  'amount-invalid': { field: 'amount', is: 'invalid' },
  'insufficient-funds': { field: 'amount', is: 'not-enough' },
  'insufficient-fee-funds': { field: 'amount', is: 'not-enough-for-fee' },
  'receiver-invalid': { field: 'recipient', is: 'invalid' },
  'receiver-chain-mismatch': { field: 'recipient', is: 'other-chain' },
  'name-not-found': { field: 'recipient', is: 'unknown-name' },
}

/** The field that an error of `prepareSend` belongs to, if any. */
export function faultOfCode(code: ErrorCode): SendFault | null {
  return faults[code] ?? null
}
