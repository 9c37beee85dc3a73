import type { Kit } from '@latchkey/core'
import { type ChainId, inWords, LatchkeyError } from '@latchkey/protocol'
import { readChainId } from '../encoding/chain-id.ts'
import { isHash, readQuantity } from '../encoding/hex.ts'
import { askConnector } from './ask-connector.ts'
import { isCallsId } from './is-calls-id.ts'

/** The status of a batch of calls. */
export interface CallsStatus {
  /**
   * `failed`: not on the chain, and the wallet has stopped trying. `reverted`: on the chain, but
   * only the fee was paid. `partly-reverted`: some calls were reverted.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partly-reverted'
  /** Whether all calls were sent as one transaction; absent when the wallet does not say. */
  readonly isAtomic?: boolean
  /** Chain of the batch; absent when the wallet does not report it. */
  readonly chain?: ChainId
  /** Receipts of the batch's transactions, in the order of the chain. */
  readonly receipts: readonly {
    readonly hash: string
    readonly block: bigint
    readonly isSuccess: boolean
  }[]
}

/**
 * The status of a batch of `sendCalls` (`wallet_getCallsStatus`, EIP-5792), as the wallet reports
 * it. Throws `not-connected`, `rpc-invalid-params`, `feature-unsupported`, `wallet-bundle-unknown`
 * (5730), `wallet-answer-invalid`, or the code of the wallet's error.
 */
export function getCallsStatus(
  kit: Kit,
  parameters: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<CallsStatus> {
  return inWords(runGetCallsStatus(kit, parameters))
}

async function runGetCallsStatus(
  kit: Kit,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal | undefined },
): Promise<CallsStatus> {
  if (!isCallsId(id)) throw new LatchkeyError('rpc-invalid-params', { reason: 'no id of calls' })
  const answer = await askConnector(kit, { method: 'wallet_getCallsStatus', params: [id], signal })
  const {
    status: code,
    atomic,
    chainId,
    receipts,
  } = (answer ?? {}) as Readonly<Record<string, unknown>>
  const status = readStatus(code)
  const chain = readChainId(chainId)
  const list = receipts === undefined || receipts === null ? [] : receipts
  if (!status || !Array.isArray(list) || list.length > maxReceipts) return throwInvalidAnswer()
  return {
    status,
    ...(typeof atomic === 'boolean' && { isAtomic: atomic }),
    ...(chain && { chain }),
    receipts: list.map(readReceipt),
  }
}

/** A batch has at most a hundred calls, and each at most one transaction. */
const maxReceipts = 100

function throwInvalidAnswer(): never {
  throw new LatchkeyError('wallet-answer-invalid', {
    reason: 'wallet_getCallsStatus answered no status',
  })
}

/**
 * Reads a status code: the standard groups the codes by hundreds, and drafts of the standard used
 * texts.
 */
function readStatus(code: unknown): CallsStatus['status'] | undefined {
  if (code === 'PENDING') return 'pending'
  if (code === 'CONFIRMED') return 'confirmed'
  const numericCode = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code
  if (typeof numericCode !== 'number') return undefined
  return (
    { 1: 'pending', 2: 'confirmed', 4: 'failed', 5: 'reverted', 6: 'partly-reverted' } as const
  )[Math.floor(numericCode / 100) as 1]
}

function readReceipt(entry: unknown): CallsStatus['receipts'][number] {
  const {
    transactionHash: hash,
    blockNumber,
    status,
  } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const block = readQuantity(blockNumber)
  if (!isHash(hash) || block === null || (status !== '0x1' && status !== '0x0'))
    return throwInvalidAnswer()
  return { hash, block, isSuccess: status === '0x1' }
}
