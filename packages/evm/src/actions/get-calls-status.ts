import type { Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { CallsStatus } from '../calls/calls-status.ts'
import { readFallbackId } from '../calls/fallback-id.ts'
import { readReceipt } from '../calls/read-receipt.ts'
import { readChainId } from '../encoding/chain-id.ts'
import { askConnector } from './ask-connector.ts'
import { isCallsId } from './is-calls-id.ts'
import { readFallbackStatus } from './read-fallback-status.ts'

/**
 * Returns the status of a batch of `sendCalls`, as the wallet reports it (`wallet_getCallsStatus`,
 * EIP-5792). When the calls were sent as single transactions, the status is read from the chain,
 * even when the wallet is no longer connected or the page was reloaded.
 * @throws `not-connected`, `rpc-invalid-params`, `feature-unsupported`, `wallet-bundle-unknown`
 *   (5730), `wallet-answer-invalid`, or the code of the wallet's error; for single transactions
 *   `chain-unsupported`, `read-unavailable`, `rpc-answer-invalid` or the code of the node's error
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: receiver, value: 1n }] })
 * const { status, code, receipts } = await getCallsStatus(kit, { id })
 */
export function getCallsStatus(
  kit: Kit,
  parameters: getCallsStatus.Parameters,
): Promise<CallsStatus> {
  return inWords(runGetCallsStatus(kit, parameters))
}

export declare namespace getCallsStatus {
  type Parameters = {
    /** The id that `sendCalls` returned. */
    readonly id: string
    readonly signal?: AbortSignal | undefined
  }
}

async function runGetCallsStatus(
  kit: Kit,
  { id, signal }: getCallsStatus.Parameters,
): Promise<CallsStatus> {
  if (!isCallsId(id)) throw new LatchkeyError('rpc-invalid-params', { reason: 'no id of calls' })
  const batch = readFallbackId(id)
  if (batch) return readFallbackStatus(kit, { ...batch, id, signal })
  const answer = await askConnector(kit, { method: 'wallet_getCallsStatus', params: [id], signal })
  const {
    status: givenCode,
    atomic,
    chainId,
    receipts,
    capabilities,
  } = (answer ?? {}) as Readonly<Record<string, unknown>>
  const code = readCode(givenCode)
  const status = code === undefined ? undefined : statusByHundreds[Math.floor(code / 100)]
  const chain = readChainId(chainId)
  const list = receipts === undefined || receipts === null ? [] : receipts
  if (code === undefined || !status) return throwInvalidAnswer()
  if (!Array.isArray(list) || list.length > maxReceipts) return throwInvalidAnswer()
  return {
    id,
    status,
    code,
    isFallback: false,
    ...(typeof atomic === 'boolean' && { isAtomic: atomic }),
    ...(chain && { chain }),
    receipts: list.map((entry) => readReceipt(entry) ?? throwInvalidAnswer()),
    ...(isRecord(capabilities) && { capabilities }),
  }
}

/** A batch has at most a hundred calls, and each at most one transaction. */
const maxReceipts = 100

function throwInvalidAnswer(): never {
  throw new LatchkeyError('wallet-answer-invalid', {
    reason: 'wallet_getCallsStatus answered no status',
  })
}

/** The status of a batch by the first digit of its EIP-5792 status code. */
const statusByHundreds: Readonly<Record<number, CallsStatus['status']>> = {
  1: 'pending',
  2: 'confirmed',
  4: 'failed',
  5: 'reverted',
  6: 'partly-reverted',
}

/** Reads a status code of EIP-5792. Drafts of this standard had texts instead of numbers. */
function readCode(code: unknown): number | undefined {
  if (code === 'PENDING') return 100
  if (code === 'CONFIRMED') return 200
  const numericCode = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code
  return Number.isInteger(numericCode) ? (numericCode as number) : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
