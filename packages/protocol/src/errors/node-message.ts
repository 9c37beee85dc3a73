import type { ErrorCode } from './error-code.ts'

// For each error code, the texts by which a node's lower-cased message is recognised. They are
// tried in this order.
const messagePartsByCode: readonly (readonly [ErrorCode, readonly string[]])[] = [
  ['execution-reverted', ['execution reverted', 'gas required exceeds allowance']],
  ['fee-cap-too-high', ['max fee per gas higher than 2^256-1', 'fee cap higher than 2^256-1']],
  [
    'fee-cap-too-low',
    [
      'max fee per gas less than block base fee',
      'fee cap less than block base fee',
      'transaction is outdated',
    ],
  ],
  ['nonce-too-high', ['nonce too high']],
  ['nonce-too-low', ['nonce too low', 'transaction already imported', 'already known']],
  ['nonce-max', ['nonce has max value']],
  ['insufficient-funds', ['insufficient funds', 'exceeds transaction sender account balance']],
  ['gas-too-high', ['intrinsic gas too high', 'gas limit reached']],
  ['gas-too-low', ['intrinsic gas too low']],
  ['transaction-type-unsupported', ['transaction type not valid']],
  [
    'tip-above-fee-cap',
    ['max priority fee per gas higher than max fee per gas', 'tip higher than fee cap'],
  ],
]

const maxReadCharacters = 4096

/**
 * Returns the error code for the error message of an EVM node; undefined for an unknown message.
 */
export function codeOfNodeMessage(text: unknown): ErrorCode | undefined {
  if (typeof text !== 'string') return undefined
  const lowerText = text.slice(0, maxReadCharacters).toLowerCase()
  return messagePartsByCode.find(([, parts]) => parts.some((part) => lowerText.includes(part)))?.[0]
}
