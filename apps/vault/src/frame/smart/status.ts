import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { isRecord, listOf, ownField } from '../../decode/shapes.ts'
import type { SentCalls } from '../../store/record.ts'
import type { CallNode } from '../requests/call-node.ts'
import type { SmartNode } from './node.ts'
import { operationReceipt } from './send.ts'

/** Milliseconds after which an operation that neither bundler nor chain knows counts as failed. */
const forgottenAfterMs = 180_000
const maxLogs = 512

type Receipt = Readonly<Record<string, unknown>>

/**
 * Status of sent calls (EIP-5792): 100 pending, 200 confirmed, 400 failed off the chain, 500
 * reverted, 600 partly reverted.
 * @param smartNode - node and bundler, when the calls are an operation
 */
export async function callsStatus(
  sent: SentCalls,
  node: CallNode,
  smartNode: SmartNode | undefined,
): Promise<object> {
  const { id, chain, isAtomic } = sent
  const { status, receipts } =
    sent.kind === 'operation' && smartNode
      ? await operationStatus(sent, smartNode)
      : await transactionsStatus(sent, node)
  const chainId = `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
  return {
    version: '2.0.0',
    id,
    chainId,
    status,
    atomic: isAtomic,
    ...(receipts.length > 0 && { receipts }),
  }
}

interface StatusAnswer {
  readonly status: number
  readonly receipts: readonly object[]
}

async function operationStatus(
  { hashes: [hash = ''], at: sentAt }: SentCalls,
  smartNode: SmartNode,
): Promise<StatusAnswer> {
  const operationResult = await operationReceipt(smartNode, hash)
  if (!operationResult) {
    const isOld = Date.now() - sentAt > forgottenAfterMs
    const isForgotten =
      isOld && (await smartNode.bundler('eth_getUserOperationByHash', [hash])) === null
    return { status: isForgotten ? 400 : 100, receipts: [] }
  }
  const { isSuccess, told: bundlerAnswer } = operationResult
  const receipt = ownField(bundlerAnswer, 'receipt') as Receipt
  // Other operations are in the same transaction: only the logs of this one are answered.
  return {
    status: isSuccess ? 200 : 500,
    receipts: [toCallsReceipt({ ...receipt, logs: ownField(bundlerAnswer, 'logs') }, isSuccess)],
  }
}

async function transactionsStatus(
  { chain, hashes, count }: SentCalls,
  node: CallNode,
): Promise<StatusAnswer> {
  const nodeAnswers = await Promise.all(
    hashes.map((hash) => node(chain, 'eth_getTransactionReceipt', [hash])),
  )
  const rawReceipts = nodeAnswers.filter(isRecord)
  const receipts = rawReceipts.map((one) => toCallsReceipt(one, ownField(one, 'status') === '0x1'))
  if (rawReceipts.length < hashes.length) return { status: 100, receipts }
  const successCount = receipts.filter(({ status }) => status === '0x1').length
  if (successCount === count) return { status: 200, receipts }
  return { status: successCount === 0 ? 500 : 600, receipts }
}

function toCallsReceipt(receipt: Receipt, isSuccess: boolean) {
  const hexField = (name: string): string => {
    const value = ownField(receipt, name)
    if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
      throw new LatchkeyError('rpc-answer-invalid', { reason: name })
    return value
  }
  const logs = (listOf(ownField(receipt, 'logs'), maxLogs) ?? []).filter(isRecord).map((log) => ({
    address: ownField(log, 'address'),
    data: ownField(log, 'data'),
    topics: ownField(log, 'topics'),
  }))
  const hexFieldNames = ['blockHash', 'blockNumber', 'gasUsed', 'transactionHash']
  return {
    logs,
    status: isSuccess ? '0x1' : '0x0',
    ...Object.fromEntries(hexFieldNames.map((name) => [name, hexField(name)])),
  }
}

/**
 * Capabilities of one of the accounts on a chain (EIP-5792).
 * @param canBatch - whether the key's own account can batch
 */
export function capabilitiesOf(
  isContract: boolean,
  canBatch: 'supported' | 'ready' | 'unsupported',
): object {
  return { atomic: { status: isContract ? 'supported' : canBatch } }
}

/**
 * `[address, chainIds?]`: the address in lower case, and the chains as CAIP-2; without chains, all
 * of them.
 */
export function readCapabilitiesAsked(params: unknown): {
  readonly address: string
  readonly chains: readonly ChainId[] | undefined
} {
  const [address, ids] = listOf(params, 2) ?? []
  const list = ids === undefined || ids === null ? undefined : listOf(ids, 100)
  const hasValidChains =
    !list || list.every((id) => typeof id === 'string' && /^0x[0-9a-f]{1,12}$/i.test(id))
  if (typeof address !== 'string' || !hasValidChains || (ids && !list))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'address or chains' })
  return {
    address: address.toLowerCase(),
    chains: list?.map((id) => `eip155:${BigInt(id as string)}` as ChainId),
  }
}
