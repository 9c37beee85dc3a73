import { setImmediate } from 'node:timers/promises'
import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'
import type { BareBlock, ChainBlock, ChainHeader } from './chain-block.ts'
import { fetchTraces } from './fetch-traces.ts'
import { logsBloom } from './logs-bloom.ts'
import { isUnknownMethod, requireResult, rpcCall, toQuantity } from './node-answers.ts'
import { readBlock, readHeader } from './read-block.ts'
import { readReceipts } from './read-receipts.ts'
import { asList, asWholeNumber, distrustAnswer } from './read-value.ts'

/** Number of receipts per request, for nodes that return each transaction's receipt separately. */
const receiptsAtOnce = 50
/**
 * Reads blocks from the nodes of one chain. Every answer is checked; one that is inconsistent
 * throws.
 */
export interface BlockSource {
  /** Reads the header of the newest block. */
  readHead(signal: AbortSignal): Promise<ChainHeader>
  /** Reads headers by block number; undefined for those that the node does not have. */
  readHeaders(
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly (ChainHeader | undefined)[]>
  /**
   * Reads complete blocks. Unless `isLinked` is false, each must name the hash of the block before
   * it as its parent.
   */
  readBlocks(
    numbers: readonly number[],
    signal: AbortSignal,
    isLinked?: boolean,
  ): Promise<readonly ChainBlock[]>
  /**
   * Finds the numbers of the blocks that contain logs with the given topics. They are as the node
   * reports them; nothing proves that none is missing.
   */
  logBlocks(
    range: { readonly from: number; readonly to: number },
    filters: readonly (readonly (Hex | readonly Hex[] | null)[])[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<number>>
}

export function fetchBlocks(options: {
  readonly nodes: NodePort
  readonly chain: ChainId
  readonly isTraced: boolean
  readonly say: (message: string) => void
}): BlockSource {
  const { nodes, chain, isTraced, say } = options
  const bloom = logsBloom()
  const nodeSupport = { receipts: true }
  const reference = BigInt(chain.slice(chain.indexOf(':') + 1))

  const askNodes = async (
    calls: readonly NodeCall[],
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer[]> => {
    const answers = await nodes.ask(chain, calls, signal)
    signal.throwIfAborted()
    return answers
  }
  const addTraces = isTraced ? fetchTraces(askNodes, say) : undefined
  /** Sends the calls to the nodes, and checks the node's chain id in the same request. */
  const askCheckedChain = async (
    calls: readonly NodeCall[],
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer[]> => {
    const [id, ...answers] = await askNodes([{ method: 'eth_chainId' }, ...calls], signal)
    if (BigInt(asWholeNumber(requireResult(id, 'eth_chainId'), 'chain id')) !== reference)
      distrustAnswer('it is of another chain')
    return answers
  }

  const fetchReceipts = async (
    block: BareBlock,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> => {
    const blockReceipts: unknown[] = []
    for (let index = 0; index < block.transactions.length; index += receiptsAtOnce) {
      const transactionBatch = block.transactions.slice(index, index + receiptsAtOnce)
      const calls = transactionBatch.map(({ hash }) => ({
        method: 'eth_getTransactionReceipt',
        params: JSON.stringify([hash]),
      }))
      for (const answer of await askNodes(calls, signal)) {
        blockReceipts.push(requireResult(answer, 'eth_getTransactionReceipt'))
      }
    }
    return blockReceipts
  }

  const withReceipts = async (
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<ChainBlock[]> => {
    const blockCalls = numbers.map((number) =>
      rpcCall('eth_getBlockByNumber', [toQuantity(number), true]),
    )
    const receiptCalls = nodeSupport.receipts
      ? numbers.map((number) => rpcCall('eth_getBlockReceipts', [toQuantity(number)]))
      : []
    const answers = await askCheckedChain([...blockCalls, ...receiptCalls], signal)
    const blocks = numbers.map((number, index) =>
      readBlock(requireResult(answers[index], 'eth_getBlockByNumber'), number),
    )
    if (nodeSupport.receipts && answers.slice(numbers.length).some(isUnknownMethod)) {
      nodeSupport.receipts = false
      say('the node has no eth_getBlockReceipts: receipts are asked for singly')
    }
    const fullBlocks: ChainBlock[] = []
    for (const [index, block] of blocks.entries()) {
      // A short pause here lets other work of the process run between two blocks.
      if (index > 0) await setImmediate()
      const receipts = nodeSupport.receipts
        ? requireResult(answers[numbers.length + index], 'eth_getBlockReceipts')
        : await fetchReceipts(block, signal)
      fullBlocks.push({ ...block, transactions: readReceipts(receipts, block, bloom) })
    }
    return fullBlocks
  }

  return {
    async readHead(signal) {
      const [answer] = await askNodes([rpcCall('eth_getBlockByNumber', ['latest', false])], signal)
      return readHeader(requireResult(answer, 'eth_getBlockByNumber'))
    },
    async readHeaders(numbers, signal) {
      const calls = numbers.map((number) =>
        rpcCall('eth_getBlockByNumber', [toQuantity(number), false]),
      )
      const answers = await askCheckedChain(calls, signal)
      return numbers.map((number, index) => {
        const result = requireResult(answers[index], 'eth_getBlockByNumber')
        return result === null ? undefined : readHeader(result, number)
      })
    },
    async readBlocks(numbers, signal, isLinked = true) {
      const blocks = await withReceipts(numbers, signal)
      blocks.forEach((block, index) => {
        const parent = blocks[index - 1]
        if (isLinked && parent && block.parentHash !== parent.hash)
          distrustAnswer(`block ${block.number} has another parent`)
      })
      return addTraces ? addTraces(blocks, signal) : blocks
    },
    async logBlocks({ from, to }, filters, signal) {
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
      const answers = await askCheckedChain(
        filters.map((topics) => rpcCall('eth_getLogs', [{ ...range, topics }])),
        signal,
      )
      const blockNumbers = new Set<number>()
      for (const answer of answers) {
        for (const log of asList(requireResult(answer, 'eth_getLogs'), 'logs', 1_000_000)) {
          const block = asWholeNumber(
            (log as { blockNumber?: unknown } | null)?.blockNumber,
            'block of a log',
          )
          if (block < from || block > to) distrustAnswer('a log is outside the blocks asked for')
          blockNumbers.add(block)
        }
      }
      return blockNumbers
    },
  }
}
