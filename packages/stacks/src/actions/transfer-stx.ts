import type { Kit } from '@latchkey/core'
import { inWords } from '@latchkey/protocol'
import {
  activeStacks,
  askTransaction,
  type SentTransaction,
  type TransactionOptions,
} from './ask-active.ts'

/**
 * Sends STX with a memo by the connected wallet; without one, core's `send` does. Throws
 * `not-connected`, `rpc-invalid-params` for a memo above 34 bytes and the like before a wallet is
 * asked, or what the wallet means.
 */
export function transferStx(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Micro-STX. */
    readonly amount: bigint
    /** At most 34 bytes of UTF-8. */
    readonly memo?: string
  },
): Promise<SentTransaction> {
  return inWords(runTransferStx(kit, parameters))
}

async function runTransferStx(
  kit: Kit,
  parameters: Omit<TransactionOptions, 'postConditions' | 'postConditionMode'> & {
    /** `ADDRESS` or `ADDRESS.name`. */
    readonly to: string
    /** Micro-STX. */
    readonly amount: bigint
    /** At most 34 bytes of UTF-8. */
    readonly memo?: string
  },
): Promise<SentTransaction> {
  const { account, to: recipient, amount, memo, ...options } = parameters
  const own = { recipient, amount, ...(memo !== undefined && { memo }) }
  return askTransaction(activeStacks(kit, account), 'stx_transferStx', own, options)
}
