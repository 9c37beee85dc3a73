import type { ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { readQuantity } from '../encoding/hex.ts'
import type { Gas } from '../transaction/gas.ts'

/** Error code of JSON-RPC 2.0 for a method that the node does not have. */
const methodNotFound = -32601

/**
 * Reads the price of gas: one and a half base fees and the tip (EIP-1559), or the gas price. Throws
 * `rpc-answer-invalid` | `gas-price-chain-unsupported`.
 */
export async function readFees(source: ReadSource): Promise<Omit<Gas, 'gas'>> {
  return (await readFeesAndTime(source)).fees
}

/**
 * Reads the price of gas, and the time of the newest block in seconds since the epoch; the time is
 * null when the node does not report it.
 */
export async function readFeesAndTime(
  source: ReadSource,
): Promise<{ readonly fees: Omit<Gas, 'gas'>; readonly time: bigint | null }> {
  const [block, tip] = await Promise.all([
    source.request('eth_getBlockByNumber', ['latest', false]),
    source.request('eth_maxPriorityFeePerGas', []).then(readQuantity, () => null),
  ])
  const { baseFeePerGas, timestamp } = (block ?? {}) as {
    baseFeePerGas?: unknown
    timestamp?: unknown
  }
  const [baseFee, time] = [readQuantity(baseFeePerGas), readQuantity(timestamp)]
  if (baseFee === null || tip === null) {
    const gasPrice = readQuantity(await source.request('eth_gasPrice', []).catch(withoutGasPrice))
    if (gasPrice === null)
      throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_gasPrice answered no price' })
    return { fees: { gasPrice }, time }
  }
  return { fees: { maxFeePerGas: (baseFee * 3n) / 2n + tip, maxPriorityFeePerGas: tip }, time }
}

/**
 * Throws `gas-price-chain-unsupported` when the chain's nodes report neither a base fee nor a gas
 * price, so that no fee can be estimated.
 */
function withoutGasPrice(error: unknown): never {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  if (code !== methodNotFound) throw error
  throw new LatchkeyError('gas-price-chain-unsupported', { cause: error })
}

/** Returns the highest possible fee of a transaction, in wei. */
export function computeMaxFee({ gas, maxFeePerGas, gasPrice }: Gas): bigint {
  return gas * (maxFeePerGas ?? gasPrice ?? 0n)
}

/** Reads the answer of `eth_estimateGas`. Throws `rpc-answer-invalid`. */
export function readGas(answer: unknown): bigint {
  const gas = readQuantity(answer)
  if (gas === null || gas === 0n || gas > 1n << 63n)
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_estimateGas answered no amount of gas',
    })
  return gas
}

/**
 * Returns the gas limit for a transaction: a fifth more than the estimated gas, because the state
 * may change after the estimate; unchanged for a plain payment.
 */
export function computeGasLimit(neededGas: bigint): bigint {
  return neededGas === 21_000n ? neededGas : (neededGas * 6n) / 5n
}
