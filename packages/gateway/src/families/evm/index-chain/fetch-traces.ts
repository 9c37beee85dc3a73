import type { NodeAnswer, NodeCall } from '../../../ports/node-port.ts'
import type { ChainBlock, ChainTransaction } from './chain-block.ts'
import { isUnknownMethod, requireResult, rpcCall, toQuantity } from './node-answers.ts'
import { readCallTraces, readFlatTraces } from './read-traces.ts'

/** Gas that a transaction uses when it runs no code. */
const plainTransferGas = 21_000n

/** The node's method for reading internal transfers; the gateway finds it by trying each method. */
type Tracer = 'none' | 'debug_traceBlockByHash' | 'trace_block'

type AskNodes = (calls: readonly NodeCall[], signal: AbortSignal) => Promise<readonly NodeAnswer[]>

/**
 * Adds to each transaction of the blocks its internal transfers, if the node supports a method for
 * tracing.
 */
export function fetchTraces(
  askNodes: AskNodes,
  say: (message: string) => void,
): (blocks: readonly ChainBlock[], signal: AbortSignal) => Promise<readonly ChainBlock[]> {
  const found: { tracer?: Promise<Tracer> | undefined } = {}
  return async (blocks, signal) => {
    const busyBlocks = blocks.filter(({ transactions }) =>
      transactions.some(({ gasUsed, isSuccess }) => isSuccess && gasUsed > plainTransferGas),
    )
    if (busyBlocks.length === 0) return blocks
    // The node's tracing method is looked for only once, even when many blocks are read at the same
    // time.
    found.tracer ??= findTracer(busyBlocks[0] as ChainBlock, askNodes, say, signal)
    const tracer = await found.tracer.catch((error: unknown) => {
      found.tracer = undefined
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
  ask: AskNodes,
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
