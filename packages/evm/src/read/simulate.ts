import type { Call, ReadSource, Simulation } from '@latchkey/core'
import { type AccountId, type Asset, type AssetId, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { addressOfAccount, tokenAddress } from '../encoding/account.ts'
import { quantityOf, readQuantity, readWord } from '../encoding/hex.ts'
import { checkCall } from '../transaction/check-call.ts'
import type { Gas } from '../transaction/gas.ts'
import { feeOf, headOf, limitOf, readGas } from './fees.ts'
import { balanceOf } from './token-calls.ts'

/**
 * Nobody's address. Within the simulation it answers the coin balance of the address in its call
 * data.
 */
const scale = '0x1a7c4ce90000000000000000000000000000ba1a'
/**
 * `mstore(0, balance(calldataload(0))) return(0, 32)`, in words that chains before Shanghai know
 * too.
 */
const scaleCode = '0x6000353160005260206000f3'

/**
 * Gas for each balance that is read: one token that burns all it gets must leave the others theirs.
 */
const questionGas = quantityOf(200_000n)

/** What a node says of a method or a dialect it lacks. */
const absent: readonly unknown[] = [-32601, -32602, -32004, 4200]

interface Request {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly value: `0x${string}`
}

/**
 * Tries calls one after the other on the newest block (`eth_simulateV1`), balances read before and
 * behind them. Where the node lacks it the calls are estimated as far as they stand for themselves,
 * `changes` is absent, and a last call that only works behind the others has no `data` and a fee of
 * 0. Throws what the node says when one would fail, `rpc-answer-invalid`.
 */
export async function simulate(
  source: ReadSource,
  parameters: {
    readonly from: AccountId
    readonly calls: readonly Call[]
    readonly assets: readonly Asset[]
  },
): Promise<Simulation> {
  const from = addressOfAccount(parameters.from)
  const calls = parameters.calls.map((call): Request => {
    const { to, data, value } = checkCall(call)
    return { from, to, data, value: quantityOf(value) }
  })
  const { fees, time } = await headOf(source)
  const tried = await tryAll(source, { from, calls, time, assets: parameters.assets })
  const feeAsset = nativeAsset(source.chain)
  const { used, changes } = tried ?? { used: await estimateLast(source, calls) }
  if (used === undefined) return { fee: 0n, feeAsset }
  const data: Gas = { gas: limitOf(used), ...fees }
  return { fee: feeOf(data), feeAsset, data, ...(changes && { changes }) }
}

interface Question {
  readonly from: `0x${string}`
  readonly calls: readonly Request[]
  /** Of the newest block. */
  readonly time: bigint | null
  readonly assets: readonly Asset[]
}

/** Null where the node cannot. */
async function tryAll(
  source: ReadSource,
  { from, calls, time, assets }: Question,
): Promise<{ readonly used: bigint; readonly changes: Readonly<Record<AssetId, bigint>> } | null> {
  const questions = assets.map((asset) => {
    const token = tokenAddress(asset.id)
    const data = balanceOf(from)
    return {
      gas: questionGas,
      ...(token ? { to: token, data } : { to: scale, data: `0x${data.slice(10)}` }),
    }
  })
  const all = [...questions, ...calls, ...questions]
  // In the block to come: in the second of the last one pools keep no average price, and a swap
  // seems to need less gas.
  const blockOverrides =
    time === null
      ? {}
      : { time: quantityOf(laterOf(time + 1n, BigInt(Math.floor(Date.now() / 1000)))) }
  const block = { blockOverrides, stateOverrides: { [scale]: { code: scaleCode } }, calls: all }
  const answer = await source
    .request('eth_simulateV1', [{ blockStateCalls: [block], validation: false }, 'latest'])
    .catch((error: unknown) => {
      if (isAbsent(error)) return null
      throw error
    })
  if (answer === null) return null
  const results = readResults(answer, all.length)
  const sent = results.slice(questions.length, questions.length + calls.length)
  const failed = sent.find(({ isGood }) => !isGood)
  if (failed) throw failed.error
  const last = sent.at(-1)
  if (!last) throw new LatchkeyError('rpc-invalid-params', { reason: 'no call' })
  const changes: Record<AssetId, bigint> = {}
  assets.forEach(({ id }, i) => {
    const [before, after] = [results[i], results[questions.length + calls.length + i]].map(
      (result) => (result?.isGood ? readWord(result.data) : null),
    )
    if (typeof before === 'bigint' && typeof after === 'bigint') changes[id] = after - before
  })
  return { used: last.gas, changes }
}

interface Result {
  readonly isGood: boolean
  readonly data: unknown
  /** What it needs at its peak: a fifth at most of that is given back in the end (EIP-3529). */
  readonly gas: bigint
  readonly error: Error
}

function readResults(answer: unknown, count: number): readonly Result[] {
  const calls: unknown = Array.isArray(answer)
    ? (answer[0] as { calls?: unknown } | null)?.calls
    : undefined
  const results = (Array.isArray(calls) ? calls : []).map((entry: unknown): Result | null => {
    const { status, returnData, gasUsed, maxUsedGas, error } = (entry ?? {}) as Readonly<
      Record<string, unknown>
    >
    const used = readQuantity(gasUsed)
    if ((status !== '0x0' && status !== '0x1') || used === null || used > 1n << 63n) return null
    const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
    const told = typeof message === 'string' ? message.slice(0, 1000) : ''
    // Some nodes say less than that ("execution failed").
    const text = /revert|insufficient funds|gas/i.test(told) ? told : `execution reverted: ${told}`
    return {
      isGood: status === '0x1',
      data: returnData,
      gas: readQuantity(maxUsedGas) ?? (used * 5n) / 4n,
      error: Object.assign(new Error(text), { code: typeof code === 'number' ? code : 3 }),
    }
  })
  if (results.length !== count || results.includes(null))
    throw new LatchkeyError('rpc-answer-invalid', {
      reason: 'eth_simulateV1 answered not what was asked',
    })
  return results as readonly Result[]
}

/** The gas of the last call; undefined where it only works behind the others. */
async function estimateLast(
  source: ReadSource,
  calls: readonly Request[],
): Promise<bigint | undefined> {
  const [first, ...rest] = calls
  if (!first) throw new LatchkeyError('rpc-invalid-params', { reason: 'no call' })
  const used = readGas(await source.request('eth_estimateGas', [first]))
  const last = rest.at(-1)
  // As much more as a refund would be in a simulation: nodes try it in the second of the last
  // block.
  const peakOf = (gas: bigint): bigint => (gas * 5n) / 4n
  if (!last) return peakOf(used)
  return source.request('eth_estimateGas', [last]).then(
    (gas) => peakOf(readGas(gas)),
    () => undefined,
  )
}

function laterOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function isAbsent(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    absent.includes(code) ||
    (typeof message === 'string' &&
      /method.{0,80}\b(not|unsupported)\b|unsupported.{0,20}method/i.test(message.slice(0, 500)))
  )
}
