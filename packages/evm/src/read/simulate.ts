import type { Call, ReadSource, Simulation } from '@latchkey/core'
import { type AccountId, type Asset, type AssetId, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { addressOfAccount, tokenAddress } from '../encoding/account.ts'
import { encodeQuantity, readQuantity, readWord } from '../encoding/hex.ts'
import { checkCall } from '../transaction/check-call.ts'
import type { Gas } from '../transaction/gas.ts'
import { computeGasLimit, computeMaxFee, readFeesAndTime, readGas } from './fees.ts'
import { balanceOfCallData } from './token-calls.ts'

/**
 * An address without code. The simulation gives it code that returns the balance of any address.
 */
const balanceReaderAddress = '0x1a7c4ce90000000000000000000000000000ba1a'
/**
 * Code that returns the balance of an address: `mstore(0, balance(calldataload(0))) return(0, 32)`,
 * in opcodes that chains before Shanghai know too.
 */
const balanceReaderCode = '0x6000353160005260206000f3'

/**
 * Gas limit of each balance read, so that a token that burns all gas leaves enough gas for the
 * reads of other tokens.
 */
const balanceCallGas = encodeQuantity(200_000n)

/** Error codes of a node that does not support a method or its parameters. */
const unsupportedCodes: readonly unknown[] = [-32601, -32602, -32004, 4200]

interface Request {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly value: `0x${string}`
}

/**
 * Simulates calls one after the other on the newest block (`eth_simulateV1`), with balances read
 * before and after. When the node does not support it, only the gas of the first and the last call
 * is estimated; `changes` is then absent, and if the last call depends on earlier ones, `data` is
 * absent too and the fee is 0. Throws the node's error when a call would fail,
 * `rpc-answer-invalid`.
 */
export async function simulate(
  source: ReadSource,
  parameters: {
    readonly from: AccountId
    readonly calls: readonly Call[]
    readonly assets: readonly Asset[]
  },
): Promise<Simulation> {
  const senderAddress = addressOfAccount(parameters.from)
  const calls = parameters.calls.map((call): Request => {
    const { to, data, value } = checkCall(call)
    return { from: senderAddress, to, data, value: encodeQuantity(value) }
  })
  const { fees, time } = await readFeesAndTime(source)
  const simulation = await simulateAllCalls(source, {
    from: senderAddress,
    calls,
    time,
    assets: parameters.assets,
  })
  const feeAsset = nativeAsset(source.chain)
  const { usedGas, balanceChanges } = simulation ?? {
    usedGas: await estimateLastCall(source, calls),
  }
  if (usedGas === undefined) return { fee: 0n, feeAsset }
  const data: Gas = { gas: computeGasLimit(usedGas), ...fees }
  return {
    fee: computeMaxFee(data),
    feeAsset,
    data,
    ...(balanceChanges && { changes: balanceChanges }),
  }
}

interface SimulationQuestion {
  readonly from: `0x${string}`
  readonly calls: readonly Request[]
  /** Time of the newest block in seconds since the epoch; null when unknown. */
  readonly time: bigint | null
  readonly assets: readonly Asset[]
}

/** Simulates all calls with `eth_simulateV1`; null when the node does not support this method. */
async function simulateAllCalls(
  source: ReadSource,
  { from, calls, time, assets }: SimulationQuestion,
): Promise<{
  readonly usedGas: bigint
  readonly balanceChanges: Readonly<Record<AssetId, bigint>>
} | null> {
  const balanceCalls = assets.map((asset) => {
    const token = tokenAddress(asset.id)
    const data = balanceOfCallData(from)
    return {
      gas: balanceCallGas,
      ...(token ? { to: token, data } : { to: balanceReaderAddress, data: `0x${data.slice(10)}` }),
    }
  })
  const allCalls = [...balanceCalls, ...calls, ...balanceCalls]
  // The calls are simulated at the time of the next block: at the last block's time, pools do not
  // update their average price, and a swap would seem to need less gas.
  const blockOverrides =
    time === null
      ? {}
      : { time: encodeQuantity(maxBigint(time + 1n, BigInt(Math.floor(Date.now() / 1000)))) }
  const block = {
    blockOverrides,
    stateOverrides: { [balanceReaderAddress]: { code: balanceReaderCode } },
    calls: allCalls,
  }
  const answer = await source
    .request('eth_simulateV1', [{ blockStateCalls: [block], validation: false }, 'latest'])
    .catch((error: unknown) => {
      if (isMethodMissing(error)) return null
      throw error
    })
  if (answer === null) return null
  const results = readResults(answer, allCalls.length)
  const callResults = results.slice(balanceCalls.length, balanceCalls.length + calls.length)
  const failedResult = callResults.find(({ isGood }) => !isGood)
  if (failedResult) throw failedResult.error
  const lastCallResult = callResults.at(-1)
  if (!lastCallResult) throw new LatchkeyError('rpc-invalid-params', { reason: 'no call' })
  const balanceChanges: Record<AssetId, bigint> = {}
  assets.forEach(({ id }, i) => {
    const [before, after] = [results[i], results[balanceCalls.length + calls.length + i]].map(
      (result) => (result?.isGood ? readWord(result.data) : null),
    )
    if (typeof before === 'bigint' && typeof after === 'bigint') balanceChanges[id] = after - before
  })
  return { usedGas: lastCallResult.gas, balanceChanges }
}

interface CallResult {
  readonly isGood: boolean
  readonly data: unknown
  /**
   * Gas that the call needs at its peak, before up to a fifth of it is refunded at the end
   * (EIP-3529).
   */
  readonly gas: bigint
  readonly error: Error
}

function readResults(answer: unknown, count: number): readonly CallResult[] {
  const calls: unknown = Array.isArray(answer)
    ? (answer[0] as { calls?: unknown } | null)?.calls
    : undefined
  const results = (Array.isArray(calls) ? calls : []).map((entry: unknown): CallResult | null => {
    const { status, returnData, gasUsed, maxUsedGas, error } = (entry ?? {}) as Readonly<
      Record<string, unknown>
    >
    const usedGas = readQuantity(gasUsed)
    if ((status !== '0x0' && status !== '0x1') || usedGas === null || usedGas > 1n << 63n)
      return null
    const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
    const errorMessage = typeof message === 'string' ? message.slice(0, 1000) : ''
    // Some nodes report a revert only as "execution failed"; the words added here make it
    // recognisable as a revert.
    const text = /revert|insufficient funds|gas/i.test(errorMessage)
      ? errorMessage
      : `execution reverted: ${errorMessage}`
    return {
      isGood: status === '0x1',
      data: returnData,
      gas: readQuantity(maxUsedGas) ?? (usedGas * 5n) / 4n,
      error: Object.assign(new Error(text), { code: typeof code === 'number' ? code : 3 }),
    }
  })
  if (results.length !== count || results.includes(null))
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_simulateV1 answered not what was asked',
    })
  return results as readonly CallResult[]
}

/**
 * Estimates the gas of the last of several calls; undefined when that call depends on the earlier
 * ones.
 */
async function estimateLastCall(
  source: ReadSource,
  calls: readonly Request[],
): Promise<bigint | undefined> {
  const [first, ...laterCalls] = calls
  if (!first) throw new LatchkeyError('rpc-invalid-params', { reason: 'no call' })
  const usedGas = readGas(await source.request('eth_estimateGas', [first]))
  const lastCall = laterCalls.at(-1)
  // Adds the highest possible refund, because an estimate at the time of the last block may be too
  // low.
  const addHighestRefund = (gas: bigint): bigint => (gas * 5n) / 4n
  if (!lastCall) return addHighestRefund(usedGas)
  return source.request('eth_estimateGas', [lastCall]).then(
    (gas) => addHighestRefund(readGas(gas)),
    () => undefined,
  )
}

function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function isMethodMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    unsupportedCodes.includes(code) ||
    (typeof message === 'string' &&
      /method.{0,80}\b(not|unsupported)\b|unsupported.{0,20}method/i.test(message.slice(0, 500)))
  )
}
