import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  toFunctionSelector,
} from 'viem'
import type { NodeCall, NodePort } from '../ports/node-port.ts'
import { chainId } from './make-gateway.ts'

/** What a contract answers to a call; undefined reverts. */
export type Contract = (data: Hex) => Hex | undefined

export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

export const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
export const isCallOf = (data: Hex, signature: string): boolean =>
  data.startsWith(toFunctionSelector(signature))

/**
 * A node whose contracts, by address in lower case, are functions; `asked` counts its round trips.
 */
export function fakeChain(
  contracts: Readonly<Record<Hex, Contract>>,
  more: Partial<FakeChain> = {},
) {
  const asked: (readonly NodeCall[])[] = []
  const { chain = 31_337n, time = 1_700_000_000n, answer } = more
  const own: Contract = (data) => {
    if (isCallOf(data, 'getChainId()')) return word(chain)
    if (isCallOf(data, 'getCurrentBlockTimestamp()')) return word(time)
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const results = (args[0] as readonly { target: Hex; callData: Hex }[]).map(
      ({ target, callData }) => {
        const told = call(target, callData)
        return { success: told !== undefined, returnData: told ?? '0x' }
      },
    )
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
  }
  const call = (to: Hex, data: Hex): Hex | undefined => {
    const address = to.toLowerCase() as Hex
    if (address === multicall3.toLowerCase()) return own(data)
    const contract = contracts[address]
    return contract ? contract(data) : '0x'
  }
  const nodes: NodePort = {
    async ask(id, calls) {
      asked.push(calls)
      if (id !== chainId) throw new Error(`asked about ${id}`)
      return calls.map((one) => {
        const own = answer?.(one)
        if (own !== undefined) return { kind: 'result', text: JSON.stringify(own) }
        const [{ to, data }] = JSON.parse(one.params ?? '[]') as [{ to: Hex; data: Hex }]
        const told = call(to, data)
        return told === undefined
          ? { kind: 'error', text: '{"code":3,"message":"execution reverted"}' }
          : { kind: 'result', text: JSON.stringify(told) }
      })
    },
  }
  return { nodes, asked }
}

interface FakeChain {
  readonly chain: bigint
  /** Of the newest block, seconds since the epoch. */
  readonly time: bigint
  /** Answers calls other than `eth_call`. */
  readonly answer: (call: NodeCall) => unknown
}
