import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import {
  askTransaction,
  findActiveStacks,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Sends STX with a memo through the connected wallet; without a memo use core's `send`. Throws
 * `not-connected`, `rpc-invalid-params` for invalid input such as a memo above 34 bytes, before the
 * wallet is asked, or the code of the wallet's error.
 *
 * @example
 * const { txid } = await transferStx(kit, {
 *   to: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
 *   amount: 1_000_000n,
 *   memo: 'order 7',
 * })
 */
export function transferStx(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Amount in micro-STX. */
    readonly amount: bigint
    /** Text sent with the transfer, at most 34 bytes of UTF-8. */
    readonly memo?: string
  },
): Promise<SentTransaction> {
  return inWords(runTransferStx(kit, parameters))
}

async function runTransferStx(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** Receiver, as `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Amount in micro-STX. */
    readonly amount: bigint
    /** Text sent with the transfer, at most 34 bytes of UTF-8. */
    readonly memo?: string
  },
): Promise<SentTransaction> {
  const { account, to: recipient, amount, memo, ...options } = parameters
  const transferParams = { recipient, amount, ...(memo !== undefined && { memo }) }
  return askTransaction(findActiveStacks(kit, account), 'stx_transferStx', transferParams, options)
}
