import type { ChainId } from '@latchkey/protocol'
import { z } from 'zod'
import { refusal } from '../../base/refuse.ts'
import type { NodeAnswer, NodePort } from '../../ports/node-port.ts'

/** Price of one unit of gas at three speeds, in base units of the coin. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

const quantity = z
  .string()
  .regex(/^0x[\da-f]{1,32}$/i)
  .transform((text) => BigInt(text))
const historyBlocks = 10
const percentiles = [25, 50, 90]
const historyShape = z.object({
  baseFeePerGas: z
    .array(quantity)
    .min(1)
    .max(historyBlocks + 1),
  reward: z.array(z.array(quantity).length(percentiles.length)).min(1).max(historyBlocks),
})

/**
 * Reads the gas price for three speeds from the fees of the last blocks, or the node's own gas
 * price on chains without EIP-1559, in one request to the node.
 * @throws a refusal: 503 when no node answers
 */
export async function readGasPrice(
  nodes: NodePort,
  chain: ChainId,
  signal?: AbortSignal,
): Promise<GasPrice> {
  const [price, history] = await nodes.ask(
    chain,
    [
      { method: 'eth_gasPrice', params: '[]' },
      {
        method: 'eth_feeHistory',
        params: JSON.stringify([`0x${historyBlocks.toString(16)}`, 'latest', percentiles]),
      },
    ],
    signal,
  )
  const flatPrice = readAnswer(price, quantity)
  const fees = readAnswer(history, historyShape)
  const baseFee = fees?.baseFeePerGas.at(-1)
  if (fees && baseFee) {
    const medianTip = (index: number): bigint =>
      medianOf(fees.reward.map((row) => row[index] ?? 0n))
    const standardPrice = largerOf(baseFee + medianTip(0), 1n)
    // `baseFee` is that of the next block, and a base fee rises at most an eighth per block: so
    // `fast` also covers the block after it, and `instant` two blocks after it.
    const fastPrice = largerOf((baseFee * 9n) / 8n + medianTip(1), standardPrice)
    return {
      standard: standardPrice,
      fast: fastPrice,
      instant: largerOf((baseFee * 81n) / 64n + medianTip(2), fastPrice),
    }
  }
  if (flatPrice === undefined)
    throw refusal(503, 'chainId', `The node of ${chain} tells no gas price at the moment`)
  return { standard: flatPrice, fast: (flatPrice * 6n) / 5n, instant: (flatPrice * 3n) / 2n }
}

function readAnswer<T>(answer: NodeAnswer | undefined, shape: z.ZodType<T>): T | undefined {
  return answer?.kind === 'result' ? shape.safeParse(JSON.parse(answer.text)).data : undefined
}

function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}

function largerOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
