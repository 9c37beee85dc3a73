import { accountId, type TokenBalance } from '@latchkey/protocol'
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  hexToBigInt,
  isHex,
  multicall3Abi,
} from 'viem'
import type { Config } from '../config/schema.ts'
import { refusal } from '../refuse.ts'
import type { BalancePort } from './balance-port.ts'
import type { NodeAnswer, NodeCall, NodePort } from './node-port.ts'

const ethBalanceAbi = [
  {
    type: 'function',
    name: 'getEthBalance',
    stateMutability: 'view',
    inputs: [{ name: 'addr', type: 'address' }],
    outputs: [{ name: 'balance', type: 'uint256' }],
  },
] as const

type Chain = Config['chains'][number]
type Token = Config['tokens'][number]

/**
 * Balances of the operator's token list in one node round trip: Multicall3 where the chain has it, else one JSON-RPC batch.
 * A token that fails or is not held is left out; the coin always stands first. No price is known here, so none is given.
 */
export function evmBalances({ chains, tokens }: Pick<Config, 'chains' | 'tokens'>, nodes: NodePort): BalancePort {
  return {
    async read(chainId, address, signal) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain?.id.startsWith('eip155:')) throw refusal(400, 'chainId', `Balances of ${chainId} are not served here`)
      const listed = tokens.filter(({ id }) => id.startsWith(`${chainId}/erc20:`))
      const account = getAddress(address)
      const multicall = chain.contracts?.multicall3 as Hex | undefined
      const amounts = multicall
        ? await byMulticall(chain, multicall, account, listed, nodes, signal)
        : await byBatch(chain, account, listed, nodes, signal)
      return [coin(chain, amounts[0] ?? 0n), ...listed.flatMap((token, at) => held(chain, token, amounts[at + 1]))]
    },
  }
}

async function byMulticall(
  chain: Chain,
  multicall: Hex,
  account: Hex,
  tokens: readonly Token[],
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (bigint | undefined)[]> {
  const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const asks = tokens.map((token) => ({ target: contractOf(token), allowFailure: true, callData }))
  const coinData = encodeFunctionData({ abi: ethBalanceAbi, functionName: 'getEthBalance', args: [account] })
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [[{ target: multicall, allowFailure: false, callData: coinData }, ...asks]],
  })
  const [answer] = await nodes.ask(chain.id, [ethCall(multicall, data)], signal)
  const raw = hexOf(answer)
  if (!raw) throw refusal(503, 'chainId', `The balances of ${chain.id} cannot be read at the moment`)
  try {
    const read = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: raw })
    return read.map(({ success, returnData }) => (success ? wordOf(returnData) : undefined))
  } catch {
    throw refusal(503, 'chainId', `The node of ${chain.id} answered something that is no balance`)
  }
}

async function byBatch(
  chain: Chain,
  account: Hex,
  tokens: readonly Token[],
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (bigint | undefined)[]> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const coinCall = { method: 'eth_getBalance', params: JSON.stringify([account, 'latest']) }
  const answers = await nodes.ask(
    chain.id,
    [coinCall, ...tokens.map((token) => ethCall(contractOf(token), data))],
    signal,
  )
  const coinText = hexOf(answers[0])
  if (!coinText || coinText.length > 66)
    throw refusal(503, 'chainId', `The balances of ${chain.id} cannot be read at the moment`)
  return [hexToBigInt(coinText), ...answers.slice(1).map((answer) => wordOf(hexOf(answer)))]
}

function ethCall(to: Hex, data: Hex): NodeCall {
  return { method: 'eth_call', params: JSON.stringify([{ to, data }, 'latest']) }
}

function hexOf(answer: NodeAnswer | undefined): Hex | undefined {
  const value: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
  return isHex(value) && value.length > 2 ? value : undefined
}

/** A uint256, and nothing else. */
function wordOf(data: Hex | undefined): bigint | undefined {
  return data?.length === 66 ? hexToBigInt(data) : undefined
}

function contractOf({ id }: Token): Hex {
  return id.slice(id.lastIndexOf(':') + 1) as Hex
}

function coin({ id, nativeCurrency, iconUrl }: Chain, amount: bigint): TokenBalance {
  const { name, symbol, decimals } = nativeCurrency
  return { name, symbol, chainId: id, quantity: quantity(amount, decimals), ...(iconUrl ? { iconUrl } : {}) }
}

function held({ id }: Chain, token: Token, amount: bigint | undefined): readonly TokenBalance[] {
  if (!amount) return []
  const { name, symbol, decimals, iconUrl } = token
  const address = accountId(id, contractOf(token))
  return [{ name, symbol, chainId: id, address, quantity: quantity(amount, decimals), ...(iconUrl ? { iconUrl } : {}) }]
}

function quantity(amount: bigint, decimals: number): TokenBalance['quantity'] {
  return { decimals: String(decimals), numeric: formatUnits(amount, decimals) }
}
