import { referenceOf } from '@latchkey/protocol'
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  isHex,
  multicall3Abi,
  parseAbi,
} from 'viem'
import type { Config } from '../../../base/config/schema.ts'
import { refusal } from '../../../base/refuse.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'

/** One read: a view call, or the coin balance of an address. */
export type ContractRead = { readonly to: Hex; readonly data: Hex } | { readonly coinOf: Hex }

type Chain = Pick<Config['chains'][number], 'id' | 'contracts'>

const chainAbi = parseAbi([
  'function getEthBalance(address addr) view returns (uint256)',
  'function getChainId() view returns (uint256)',
])

/**
 * Executes many reads in one request to the node: through the Multicall3 contract where the chain
 * has it, else as a JSON-RPC batch. A failed or reverted read is undefined.
 * @param groups - reads to keep apart: with Multicall3, each group is an `eth_call` of its own
 * within the request, so a contract that burns all gas affects only its group
 * @throws a refusal: 503 when no node answers, when the node belongs to another chain, or when the
 * first group fails, because the node's chain id is read with it
 */
export async function readContracts(
  chain: Chain,
  groups: readonly (readonly ContractRead[])[],
  nodes: NodePort,
  signal?: AbortSignal,
): Promise<readonly (readonly (Hex | undefined)[])[]> {
  const multicall = chain.contracts?.multicall3 as Hex | undefined
  return multicall
    ? readByMulticall(chain, multicall, groups, nodes, signal)
    : readByBatch(chain, groups.flat(), nodes, signal).then((flatAnswers) =>
        regroupAnswers(flatAnswers, groups),
      )
}

/** Decodes data that is a single uint256; undefined for other data. */
export function readWord(data: Hex | undefined): bigint | undefined {
  return data?.length === 66 ? hexToBigInt(data) : undefined
}

async function readByMulticall(
  chain: Chain,
  multicall: Hex,
  groups: readonly (readonly ContractRead[])[],
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly (Hex | undefined)[])[]> {
  const chainIdCall = {
    to: multicall,
    data: encodeFunctionData({ abi: chainAbi, functionName: 'getChainId' }),
  }
  const aggregateCalls = groups.map((group, index) =>
    aggregateReads(multicall, index === 0 ? [chainIdCall, ...group] : group),
  )
  const answers = await nodes.ask(chain.id, aggregateCalls, signal)
  const groupAnswers = groups.map((group, index) =>
    decodeAggregate(answers[index], group.length + Number(index === 0)),
  )
  const [first, ...otherGroups] = groupAnswers
  if (!first) throw refusal(503, 'chainId', `The node of ${chain.id} cannot be read at the moment`)
  const [id, ...firstAnswers] = first
  checkChain(chain, readWord(id))
  return [
    firstAnswers,
    ...otherGroups.map((answer, index) => answer ?? (groups[index + 1] ?? []).map(() => undefined)),
  ]
}

function aggregateReads(multicall: Hex, reads: readonly ContractRead[]): NodeCall {
  const calls = reads.map((read) =>
    'to' in read
      ? { target: read.to, allowFailure: true, callData: read.data }
      : {
          target: multicall,
          allowFailure: true,
          callData: encodeFunctionData({
            abi: chainAbi,
            functionName: 'getEthBalance',
            args: [read.coinOf],
          }),
        },
  )
  return ethCall(
    multicall,
    encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] }),
  )
}

function decodeAggregate(
  answer: NodeAnswer | undefined,
  count: number,
): readonly (Hex | undefined)[] | undefined {
  const data = readHexResult(answer)
  if (!data) return undefined
  try {
    const decodedResults = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data,
    })
    return decodedResults.length === count
      ? decodedResults.map(({ success, returnData }) =>
          success && returnData.length > 2 ? returnData : undefined,
        )
      : undefined
  } catch {
    return undefined
  }
}

async function readByBatch(
  chain: Chain,
  reads: readonly ContractRead[],
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (Hex | undefined)[]> {
  const calls = reads.map((read) =>
    'to' in read
      ? ethCall(read.to, read.data)
      : { method: 'eth_getBalance', params: JSON.stringify([read.coinOf, 'latest']) },
  )
  const [id, ...answers] = await nodes.ask(
    chain.id,
    [{ method: 'eth_chainId', params: '[]' }, ...calls],
    signal,
  )
  const idText = readHexResult(id)
  checkChain(chain, idText && idText.length <= 66 ? hexToBigInt(idText) : undefined)
  return answers.map((answer, index): Hex | undefined => {
    const data = readHexResult(answer)
    if (!data || 'to' in (reads[index] as ContractRead)) return data
    return data.length <= 66 ? `0x${data.slice(2).padStart(64, '0')}` : undefined
  })
}

/**
 * A node of another chain would give valid answers, but about other contracts, so its chain id is
 * checked.
 */
function checkChain({ id }: Chain, reportedId: bigint | undefined): void {
  if (reportedId === undefined || `${reportedId}` !== referenceOf(id))
    throw refusal(503, 'chainId', `The node of ${id} answers for another chain`)
}

function regroupAnswers<T>(
  flatAnswers: readonly T[],
  groups: readonly (readonly unknown[])[],
): readonly (readonly T[])[] {
  const groupStarts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  )
  return groups.map(({ length }, index) =>
    flatAnswers.slice(groupStarts[index], (groupStarts[index] ?? 0) + length),
  )
}

function ethCall(to: Hex, data: Hex): NodeCall {
  return { method: 'eth_call', params: JSON.stringify([{ to, data }, 'latest']) }
}

function readHexResult(answer: NodeAnswer | undefined): Hex | undefined {
  const value: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
  return isHex(value) && value.length > 2 ? value : undefined
}
