import { LatchkeyError } from '@latchkey/protocol'
import { isAddress, isSameAddress } from '../../../encoding/address.ts'
import { isHash } from '../../../encoding/hex.ts'
import { isCount, type SafeInfo } from './read-safe-info.ts'

/** A transaction of a Safe, from its proposal until an owner has executed it. */
export interface SafeTransaction {
  /**
   * Hash that the owners sign. It is not the hash of a transaction on the chain, so the chain's
   * explorers do not know it.
   */
  readonly safeTxHash: `0x${string}`
  /**
   * `awaiting-signatures`: more owners have to sign. `awaiting-execution`: enough owners have
   * signed, and one of them has to send the transaction to the chain. `failed`: it was executed
   * without success. `cancelled`: the owners have used its nonce for another transaction.
   */
  readonly status:
    | 'awaiting-signatures'
    | 'awaiting-execution'
    | 'executed'
    | 'failed'
    | 'cancelled'
  /** Number of owners who have signed. */
  readonly signed: number
  /** Number of owners whose signatures the transaction needs. */
  readonly needed: number
  /** Hash of the chain's transaction that executed it; absent until then. */
  readonly hash?: `0x${string}`
}

const statuses: Readonly<Record<string, SafeTransaction['status']>> = {
  AWAITING_CONFIRMATIONS: 'awaiting-signatures',
  AWAITING_EXECUTION: 'awaiting-execution',
  SUCCESS: 'executed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

/**
 * Reads the Safe app's answer to `getTxBySafeTxHash`. A transaction that the answer calls executed,
 * but without the hash of the chain's transaction, still counts as waiting for execution. Throws
 * `wallet-answer-invalid`.
 */
export function readSafeTransaction(
  answer: unknown,
  safeTxHash: `0x${string}`,
  { address, threshold }: SafeInfo,
): SafeTransaction {
  const { txStatus, txHash, safeAddress, detailedExecutionInfo } = toRecord(answer)
  const details = toRecord(detailedExecutionInfo)
  const status =
    typeof txStatus === 'string' && Object.hasOwn(statuses, txStatus) && statuses[txStatus]
  const isOfSafe =
    safeAddress === undefined || (isAddress(safeAddress) && isSameAddress(safeAddress, address))
  const isAsked =
    details.safeTxHash === undefined ||
    String(details.safeTxHash).toLowerCase() === safeTxHash.toLowerCase()
  if (!status || !isOfSafe || !isAsked || (txHash && !isHash(txHash)))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'getTxBySafeTxHash answered another transaction, or no status',
    })
  const needed = isCount(details.confirmationsRequired, 1000)
    ? details.confirmationsRequired
    : threshold
  const hash = isHash(txHash) ? txHash : undefined
  return {
    safeTxHash,
    status: status === 'executed' && !hash ? 'awaiting-execution' : status,
    signed: countSigners(details.confirmations),
    needed,
    ...(hash && { hash }),
  }
}

/** Counts the owners who have signed. An owner who is listed twice is counted once. */
function countSigners(confirmations: unknown): number {
  const entries: readonly unknown[] = Array.isArray(confirmations)
    ? confirmations.slice(0, 1000)
    : []
  const signers = entries.map((entry) => {
    const { signer } = toRecord(entry)
    const address = toRecord(signer).value ?? signer
    return isAddress(address) ? address.toLowerCase() : ''
  })
  return new Set(signers.filter(Boolean)).size
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
}
