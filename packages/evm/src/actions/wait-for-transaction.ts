import type { Kit } from '@latchkey/core'
import { type ChainId, inWords, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { TransactionReceipt } from 'viem'
import { getPublicClient } from '../clients/get-public-client.ts'
import { toLatchkeyError } from './to-latchkey-error.ts'

/**
 * Waits until a transaction is in a block, and returns its receipt; `status` says whether it
 * `reverted`. If another transaction with the same nonce replaces it, the result is the receipt of
 * that other transaction.
 * @throws `chain-unsupported`, `read-unavailable`, `connection-timeout` after `timeoutMs`,
 *   `aborted`, or what the node's error means
 *
 * @example
 * const { status, blockNumber } = await waitForTransaction(kit, { hash })
 */
export function waitForTransaction(
  kit: Kit,
  parameters: waitForTransaction.Parameters,
): Promise<TransactionReceipt> {
  return inWords(runWaitForTransaction(kit, parameters))
}

async function runWaitForTransaction(
  kit: Kit,
  { hash, chain, confirmations, timeoutMs = 600_000, signal }: waitForTransaction.Parameters,
): Promise<TransactionReceipt> {
  try {
    const client = await getPublicClient(kit, { chain })
    return await race(
      () =>
        client.waitForTransactionReceipt({
          hash,
          timeout: timeoutMs,
          ...(confirmations !== undefined && { confirmations }),
        }),
      signal,
    )
  } catch (error) {
    if (
      (error as { readonly name?: unknown } | null)?.name ===
      'WaitForTransactionReceiptTimeoutError'
    )
      throw new LatchkeyError('connection-timeout', {
        reason: `${hash} is still pending`,
        cause: error,
      })
    throw toLatchkeyError(error)
  }
}

export declare namespace waitForTransaction {
  type Parameters = {
    /** Hash of the transaction: 32 bytes in hex. */
    readonly hash: `0x${string}`
    /**
     * CAIP-2 id of one of the kit's chains. Default: the wallet's present chain or, while no wallet
     * is connected, the chain that the visitor chose.
     */
    readonly chain?: ChainId | undefined
    /** Number of blocks to wait for, including the transaction's own block; default 1. */
    readonly confirmations?: number | undefined
    /** Milliseconds to wait at most; default ten minutes. */
    readonly timeoutMs?: number | undefined
    readonly signal?: AbortSignal | undefined
  }
}
