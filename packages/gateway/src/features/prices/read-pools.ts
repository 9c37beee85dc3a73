import type { AssetId } from '@latchkey/protocol'
import { chainOf } from '@latchkey/protocol'
import { encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { normalizeAsset, readAssetContract } from '../../base/money/asset.ts'
import { readContracts, readWord } from '../../families/evm/nodes/read-contracts.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { Pool, PoolState } from './pool-state.ts'
import { listPoolTokens, type PoolReading } from './spot-prices.ts'

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function decimals() view returns (uint8)',
])
const poolCallData = (['getReserves', 'token0', 'token1'] as const).map((functionName) =>
  encodeFunctionData({ abi, functionName }),
)
const decimalsCallData = encodeFunctionData({ abi, functionName: 'decimals' })
const maxDecimals = 36

type ChainReading = Pick<PoolReading, 'states'> & {
  readonly decimals: ReadonlyMap<AssetId, number>
}

/**
 * Reads all configured pools of one chain, and the decimals of tokens that the operator does not
 * list, in one request to the node.
 * @throws a refusal: 503 when no node of the chain gives a usable answer
 */
export async function readPools(
  { chains, tokens }: Pick<Config, 'chains' | 'tokens'>,
  pools: readonly Pool[],
  nodes: NodePort,
  signal?: AbortSignal,
): Promise<ChainReading> {
  const id = pools[0]?.chain
  const chain = chains.find((one) => one.id === id)
  if (!chain) return { states: new Map(), decimals: new Map() }
  const listedDecimals = new Map(tokens.map((token) => [normalizeAsset(token.id), token.decimals]))
  const makeAssetId = (token: Hex): AssetId => `${chain.id}/erc20:${token}`
  const unlistedTokens = listPoolTokens(pools).filter(
    (token) => !listedDecimals.has(makeAssetId(token)),
  )
  const contractReads = [
    ...pools.flatMap(({ address }) => poolCallData.map((data) => ({ to: address as Hex, data }))),
    ...unlistedTokens.map((to) => ({ to, data: decimalsCallData })),
  ]
  const [answers = []] = await readContracts(chain, [contractReads], nodes, signal)
  const states = pools.flatMap(({ address }, index): readonly (readonly [Hex, PoolState])[] => {
    const state = readState(
      answers.slice(index * poolCallData.length, (index + 1) * poolCallData.length),
    )
    return state ? [[address.toLowerCase() as Hex, state]] : []
  })
  const contractDecimals = unlistedTokens.flatMap(
    (token, index): readonly (readonly [AssetId, number])[] => {
      const decimals = readWord(answers[pools.length * poolCallData.length + index])
      return decimals !== undefined && decimals <= maxDecimals
        ? [[makeAssetId(token), Number(decimals)]]
        : []
    },
  )
  return { states: new Map(states), decimals: new Map(contractDecimals) }
}

/** Returns the decimals of tokens: from the operator's lists, then from their contracts. */
export function decimalsIn(
  { chains, tokens }: Pick<Config, 'chains' | 'tokens'>,
  contractDecimals: ReadonlyMap<AssetId, number>,
): PoolReading['decimalsOf'] {
  return (asset) => {
    const id = normalizeAsset(asset)
    if (!readAssetContract(id))
      return chains.find((chain) => chain.id === chainOf(id))?.nativeCurrency.decimals
    return (
      tokens.find((token) => normalizeAsset(token.id) === id)?.decimals ?? contractDecimals.get(id)
    )
  }
}

function readState([reserves, first, second]: readonly (Hex | undefined)[]): PoolState | undefined {
  const token0 = readAddress(first)
  const token1 = readAddress(second)
  if (reserves?.length !== 2 + 3 * 64 || !token0 || !token1) return undefined
  const wordAt = (index: number): bigint =>
    hexToBigInt(`0x${reserves.slice(2 + index * 64, 2 + (index + 1) * 64)}`)
  const [reserve0, reserve1] = [wordAt(0), wordAt(1)]
  return reserve0 < 2n ** 112n && reserve1 < 2n ** 112n
    ? { token0, token1, reserve0, reserve1 }
    : undefined
}

function readAddress(data: Hex | undefined): Hex | undefined {
  return data?.length === 66 && /^0x0{24}/.test(data)
    ? `0x${data.slice(26).toLowerCase()}`
    : undefined
}
