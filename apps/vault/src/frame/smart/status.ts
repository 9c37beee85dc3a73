import { LatchkeyError } from '@latchkey/protocol'
import { isRecord, listOf, ownField } from '../../decode/shapes.ts'
import type { SentCalls } from '../../store/record.ts'
import type { CallNode } from '../requests/call-node.ts'
import { smartAccountOn } from './account.ts'
import type { SmartNode } from './node.ts'
import { operationReceipt } from './send.ts'
import { type SmartRequest, smartNodeOf } from './smart-request.ts'

/**
 * Milliseconds after which a user operation that neither bundler nor chain knows counts as failed.
 */
const forgottenAfterMs = 180_000
const maxLogs = 512

type Receipt = Readonly<Record<string, unknown>>

/**
 * Finds the sent calls whose id the request contains.
 * @throws `wallet-bundle-unknown` (5730)
 */
export async function findSentCalls({
  vault,
  asked: { params },
}: SmartRequest): Promise<SentCalls> {
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  const sentCalls = (await vault.store.calls()).find((one) => one.id === id)
  if (!sentCalls) throw new LatchkeyError('wallet-bundle-unknown', { sourceCode: 5730 })
  return sentCalls
}

/**
 * Answers `wallet_getCallsStatus`.
 * @throws what `findSentCalls` throws | the errors of node and bundler
 */
export async function readStatus(context: SmartRequest): Promise<object> {
  const sentCalls = await findSentCalls(context)
  const smart = await smartAccountOn(
    context.vault.project,
    context.record.addresses,
    sentCalls.chain,
  )
  return callsStatus(sentCalls, context.node, smart && smartNodeOf(context, smart))
}

/**
 * Reads the status of sent calls, by EIP-5792's codes: 100 pending, 200 confirmed, 400 failed off
 * the chain, 500 reverted, 600 partly reverted.
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
  // The transaction may contain other user operations, so only the logs of this one are returned.
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
