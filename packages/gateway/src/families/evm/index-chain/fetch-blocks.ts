import { setImmediate } from 'node:timers/promises'
import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'
import type { BareBlock, ChainBlock, ChainHeader, ChainTransaction } from './chain-block.ts'
import { logsBloom } from './logs-bloom.ts'
import { readBlock, readHeader } from './read-block.ts'
import { readReceipts } from './read-receipts.ts'
import { readCallTraces, readFlatTraces } from './read-traces.ts'
import { asList, asWholeNumber, distrustAnswer } from './read-value.ts'

/** Receipts per request, for nodes that return them one by one. */
const receiptsAtOnce = 50
/** Gas of a transaction that runs no code. */
const plainTransferGas = 21_000n

/**
 * Reads blocks from the nodes of one chain; every answer is checked, and a doubtful one is an
 * error.
 */
export interface BlockSource {
  /** The newest block, in one call. */
  readHead(signal: AbortSignal): Promise<ChainHeader>
  /** Headers by number; undefined for those the node does not have. */
  readHeaders(
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly (ChainHeader | undefined)[]>
  /** Complete blocks, linked by their hashes. */
  readBlocks(
    numbers: readonly number[],
    signal: AbortSignal,
    isLinked?: boolean,
  ): Promise<readonly ChainBlock[]>
  /**
   * Numbers of the blocks that contain logs with these topics, as the node reports them; the answer
   * is not proved.
   */
  logBlocks(
    range: { readonly from: number; readonly to: number },
    filters: readonly (readonly (Hex | readonly Hex[] | null)[])[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<number>>
}

/** The node's method for reading internal transfers; the gateway finds it by trying each method. */
type Tracer = 'none' | 'debug_traceBlockByHash' | 'trace_block'

export function fetchBlocks(options: {
  readonly nodes: NodePort
  readonly chain: ChainId
  readonly isTraced: boolean
  readonly say: (message: string) => void
}): BlockSource {
  const { nodes, chain, isTraced, say } = options
  const bloom = logsBloom()
  const nodeSupport: { receipts: boolean; tracer?: Promise<Tracer> | undefined } = {
    receipts: true,
  }
  const reference = BigInt(chain.slice(chain.indexOf(':') + 1))

  const askNodes = async (
    calls: readonly NodeCall[],
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer[]> => {
    const answers = await nodes.ask(chain, calls, signal)
    signal.throwIfAborted()
    return answers
  }
  /** Asks the nodes, and checks the chain id in the same request. */
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
      // Yields to other work between two parts.
      if (index > 0) await setImmediate()
      const receipts = nodeSupport.receipts
        ? requireResult(answers[numbers.length + index], 'eth_getBlockReceipts')
        : await fetchReceipts(block, signal)
      fullBlocks.push({ ...block, transactions: readReceipts(receipts, block, bloom) })
    }
    return fullBlocks
  }

  const addTraces = async (
    blocks: readonly ChainBlock[],
    signal: AbortSignal,
  ): Promise<readonly ChainBlock[]> => {
    const busyBlocks = blocks.filter(({ transactions }) =>
      transactions.some(({ gasUsed, isSuccess }) => isSuccess && gasUsed > plainTransferGas),
    )
    if (!isTraced || busyBlocks.length === 0) return blocks
    // The tracer is looked for once, however many blocks are in progress.
    nodeSupport.tracer ??= findTracer(busyBlocks[0] as ChainBlock, askNodes, say, signal)
    const tracer = await nodeSupport.tracer.catch((error: unknown) => {
      nodeSupport.tracer = undefined
      throw error
    })
    if (tracer === 'none') return blocks
    const answers = await askNodes(
      busyBlocks.map((block) => traceCall(tracer, block)),
      signal,
    )
    const transfers = new Map(
      busyBlocks.map((block, index) => [block.hash, readTrace(tracer, answers[index], block)]),
    )
    return blocks.map((block) => {
      const blockTransfers = transfers.get(block.hash)
      const transactions = block.transactions.map(
        (one): ChainTransaction => ({ ...one, internal: blockTransfers?.[one.place] ?? [] }),
      )
      return blockTransfers ? { ...block, transactions } : block
    })
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
      return addTraces(blocks, signal)
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

function rpcCall(method: string, params: readonly unknown[]): NodeCall {
  return { method, params: JSON.stringify(params) }
}

function toQuantity(number: number): string {
  return `0x${number.toString(16)}`
}

function requireResult(answer: NodeAnswer | undefined, method: string): unknown {
  if (!answer) distrustAnswer(`${method} was not answered`)
  if (answer.kind === 'error') distrustAnswer(`${method} is refused: ${hideSecrets(answer.text)}`)
  return answer.value === undefined ? JSON.parse(answer.text) : answer.value
}

/** The error text without parts that may be an address or a key. */
function hideSecrets(text: string): string {
  const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
  return `${Number(code)} ${String(message).replace(/\S*\d\S*/g, '…')}`.slice(0, 150)
}

/**
 * Recognises the error by its JSON-RPC code, or by the usual wordings of nodes that use another
 * code.
 */
function isUnknownMethod(answer: NodeAnswer | undefined): boolean {
  if (answer?.kind !== 'error') return false
  return (
    /-32601\b/.test(answer.text) ||
    /method .{0,80}(not|n't) .{0,20}(found|exist|support|available)/i.test(answer.text)
  )
}

function traceCall(tracer: Exclude<Tracer, 'none'>, block: ChainBlock): NodeCall {
  if (tracer === 'trace_block') return rpcCall(tracer, [toQuantity(block.number)])
  return rpcCall(tracer, [block.hash, { tracer: 'callTracer' }])
}

function readTrace(
  tracer: Exclude<Tracer, 'none'>,
  answer: NodeAnswer | undefined,
  block: ChainBlock,
) {
  const result = requireResult(answer, tracer)
  return tracer === 'trace_block'
    ? readFlatTraces(result, block.transactions, block.hash)
    : readCallTraces(result, block.transactions)
}

/**
 * Finds the first tracing method that the node supports. `trace_block` is tried first because many
 * nodes have its results indexed, while `debug_traceBlockByHash` executes every transaction again.
 */
async function findTracer(
  block: ChainBlock,
  ask: (calls: readonly NodeCall[], signal: AbortSignal) => Promise<readonly NodeAnswer[]>,
  say: (message: string) => void,
  signal: AbortSignal,
): Promise<Tracer> {
  for (const tracer of ['trace_block', 'debug_traceBlockByHash'] as const) {
    const [answer] = await ask([traceCall(tracer, block)], signal)
    if (!isUnknownMethod(answer)) return tracer
  }
  say('the node cannot trace: internal transfers are not indexed')
  return 'none'
}
