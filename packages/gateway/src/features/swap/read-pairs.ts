import { encodeFunctionData, type Hex, hexToBigInt, multicall3Abi, parseAbi } from 'viem'
import type { BoundedCache } from '../../base/bounded-cache.ts'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import {
  type ContractRead,
  readContracts,
  readWord,
} from '../../families/evm/nodes/read-contracts.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { pairKey, poolAddress, sortPair } from './pool-address.ts'
import type { Reserves } from './pool-math.ts'

export type Pair = readonly [Hex, Hex]

/** What was read about the pools in one request. */
export interface PairReading {
  /**
   * Returns the reserves of the pool of two tokens, as seen from `from`; undefined when the two
   * tokens have no pool.
   */
  reserves(from: Hex, to: Hex): Reserves | undefined
  /**
   * Time of the newest block, in seconds since the epoch; undefined on a chain without Multicall3.
   */
  readonly time: bigint | undefined
}

interface PairsDependencies {
  readonly chain: Pick<Config['chains'][number], 'id' | 'contracts'>
  readonly factory: Hex
  readonly nodes: NodePort
  /** Cache of the addresses of pools, which never change. */
  readonly known: BoundedCache<Hex>
}

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getPair(address, address) view returns (address)',
])
const reservesCallData = encodeFunctionData({ abi, functionName: 'getReserves' })
const timeCallData = encodeFunctionData({
  abi: multicall3Abi,
  functionName: 'getCurrentBlockTimestamp',
})

/**
 * Reads the pools of these pairs in one node round trip. The pool address is computed as Uniswap's
 * factory derives it, and the factory is asked for the true address in the same round trip. A
 * different address requires a second round trip, but only once, because it is cached in `known`.
 * @throws a refusal: 503 when no node answers, or the factory does not
 */
export async function readPairs(
  dependencies: PairsDependencies,
  pairs: readonly Pair[],
  signal?: AbortSignal,
): Promise<PairReading> {
  const { chain, factory, nodes, known } = dependencies
  const pairLookups = pairs.map(([a, b]) => {
    const key = pairKey(a, b)
    const knownPool = known.get(key)
    return {
      key,
      tokens: [a, b] as Pair,
      isKnown: knownPool !== undefined,
      address: knownPool ?? poolAddress(factory, a, b),
    }
  })
  const unknownPairs = pairLookups.filter(({ isKnown }) => !isKnown)
  const multicall = chain.contracts?.multicall3 as Hex | undefined
  const contractReads: ContractRead[] = [
    ...pairLookups.map(({ address }) => ({ to: address, data: reservesCallData })),
    ...unknownPairs.map(({ tokens }) => ({
      to: factory,
      data: encodeFunctionData({ abi, functionName: 'getPair', args: tokens }),
    })),
    ...(multicall ? [{ to: multicall, data: timeCallData }] : []),
  ]
  const [answers = []] = await readContracts(chain, [contractReads], nodes, signal)
  const factoryAddresses = unknownPairs.map((_, index) =>
    readAddress(answers[pairLookups.length + index]),
  )
  if (unknownPairs.length > 0 && factoryAddresses.every((address) => address === undefined))
    throw refusal(503, '', `The pools of ${chain.id} cannot be read at the moment`)

  const pools = new Map<string, readonly [bigint, bigint]>()
  const relocatedPairs: { key: string; address: Hex }[] = []
  for (const [index, { key, isKnown, address }] of pairLookups.entries()) {
    const realAddress = isKnown
      ? address
      : factoryAddresses[unknownPairs.findIndex((one) => one.key === key)]
    if (realAddress === undefined || hexToBigInt(realAddress) === 0n) continue
    known.set(key, realAddress)
    const state = readState(answers[index])
    if (realAddress !== address) relocatedPairs.push({ key, address: realAddress })
    else if (state) pools.set(key, state)
  }
  if (relocatedPairs.length > 0) {
    const relocatedReads = relocatedPairs.map(({ address }) => ({
      to: address,
      data: reservesCallData,
    }))
    const [movedAnswers = []] = await readContracts(chain, [relocatedReads], nodes, signal)
    for (const [index, { key }] of relocatedPairs.entries()) {
      const state = readState(movedAnswers[index])
      if (state) pools.set(key, state)
    }
  }
  return {
    time: multicall ? readWord(answers[pairLookups.length + unknownPairs.length]) : undefined,
    reserves(from, to) {
      const state = pools.get(pairKey(from, to))
      if (!state) return undefined
      const [first, second] = state
      return sortPair(from, to)[0] === from
        ? { in: first, out: second }
        : { in: second, out: first }
    },
  }
}

function readState(data: Hex | undefined): readonly [bigint, bigint] | undefined {
  if (data?.length !== 2 + 3 * 64) return undefined
  const [first, second] = [0, 1].map((index) =>
    hexToBigInt(`0x${data.slice(2 + index * 64, 2 + (index + 1) * 64)}`),
  )
  if (first === undefined || second === undefined) return undefined
  return first < 2n ** 112n && second < 2n ** 112n ? [first, second] : undefined
}

function readAddress(data: Hex | undefined): Hex | undefined {
  return data?.length === 66 && /^0x0{24}/.test(data)
    ? `0x${data.slice(26).toLowerCase()}`
    : undefined
}
