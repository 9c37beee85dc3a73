import { callNode, type SignerChain } from '@latchkey/signer'
import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
} from 'viem'

/** An ERC-20 transfer, for display. */
export interface TokenTransfer {
  readonly amount: string
  readonly symbol: string
  readonly to: Address
}

/**
 * Reads a call of `contract` as an ERC-20 transfer; null when the call is none. Asks the contract
 * itself for the token's details.
 */
export async function readTransfer(
  chain: SignerChain,
  contract: Address,
  data: Hex,
): Promise<TokenTransfer | null> {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'transfer') return null
    const [receiver, amount] = args
    const readField = async (name: 'symbol' | 'decimals'): Promise<unknown> => {
      const functionAbi = erc20Abi.filter((item) => item.name === name)
      const call = {
        to: contract,
        data: encodeFunctionData({ abi: functionAbi, functionName: name }),
      }
      const answer = await callNode(chain.rpcUrl, 'eth_call', [call, 'latest'])
      return decodeFunctionResult({ abi: functionAbi, functionName: name, data: answer as Hex })
    }
    const [symbol, decimals] = await Promise.all([readField('symbol'), readField('decimals')])
    const symbolText = String(symbol)
      .replaceAll(/[\p{C}\s]/gu, '')
      .slice(0, 12)
    return { amount: formatUnits(amount, Number(decimals)), symbol: symbolText, to: receiver }
  } catch {
    return null
  }
}
