import type { ChainId } from '@latchkey/protocol'
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToString,
  isHex,
  multicall3Abi,
  parseAbi,
} from 'viem'
import type { NodeAnswer, NodeCall, NodePort } from '../../../ports/node-port.ts'
import type { TokenFacts } from '../../../ports/token-port.ts'
import { maxTextLength } from '../../shared/plain-text.ts'
import { textSpam } from '../../shared/spam.ts'

/** The metadata that a contract reports; `spam` is the spam rule that its name or symbol breaks. */
export type TokenDescription = Pick<TokenFacts, 'kind' | 'name' | 'symbol' | 'decimals' | 'spam'>

const abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4) view returns (bool)',
])
/** Maximum number of decimals that an amount can be shown with. */
const maxDecimals = 36
/** Maximum number of hex digits of a name or symbol; longer text is ignored. */
const maxTextHex = 2 * 4_096
const tokenCallData: readonly Hex[] = [
  encodeFunctionData({ abi, functionName: 'name' }),
  encodeFunctionData({ abi, functionName: 'symbol' }),
  encodeFunctionData({ abi, functionName: 'decimals' }),
  encodeFunctionData({ abi, functionName: 'supportsInterface', args: ['0x80ac58cd'] }),
  encodeFunctionData({ abi, functionName: 'supportsInterface', args: ['0xd9b67a26'] }),
]

/**
 * Reads the metadata of contracts in one request. With Multicall3 each contract is a call of its
 * own, so that one that burns all gas or answers too much does not affect the others. A contract
 * that cannot be read now is absent.
 */
export async function readTokens(
  nodes: NodePort,
  chain: ChainId,
  multicall: Hex | undefined,
  addresses: readonly Hex[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<Hex, TokenDescription>> {
  const calls = addresses.flatMap((address) =>
    multicall ? [bundleCalls(multicall, address)] : listCalls(address),
  )
  const answers = await nodes.ask(chain, calls, signal)
  const answersPerToken = multicall ? 1 : tokenCallData.length
  return new Map(
    addresses.flatMap((address, index) => {
      const tokenAnswers = answers.slice(index * answersPerToken, (index + 1) * answersPerToken)
      const fieldData = multicall
        ? unbundleAnswers(tokenAnswers[0])
        : tokenAnswers.map(readCallResult)
      return fieldData ? [[address, describeToken(fieldData)] as const] : []
    }),
  )
}

function bundleCalls(multicall: Hex, address: Hex): NodeCall {
  const tokenCalls = tokenCallData.map((callData) => ({
    target: address,
    allowFailure: true,
    callData,
  }))
  return ethCall(
    multicall,
    encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [tokenCalls] }),
  )
}

function listCalls(address: Hex): readonly NodeCall[] {
  return tokenCallData.map((data) => ethCall(address, data))
}

function ethCall(to: Hex, data: Hex): NodeCall {
  return { method: 'eth_call', params: JSON.stringify([{ to, data }, 'latest']) }
}

function readCallResult(answer: NodeAnswer | undefined): Hex | undefined {
  if (answer?.kind !== 'result' || answer.text.length > maxTextHex) return undefined
  const value: unknown = JSON.parse(answer.text)
  return isHex(value) ? value : undefined
}

function unbundleAnswers(answer: NodeAnswer | undefined): readonly (Hex | undefined)[] | undefined {
  if (answer?.kind !== 'result' || answer.text.length > maxTextHex * tokenCallData.length)
    return undefined
  const value: unknown = JSON.parse(answer.text)
  if (!isHex(value)) return undefined
  const callResults = readOrUndefined(() =>
    decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: value }),
  )
  return callResults?.map(({ success, returnData }) => (success ? returnData : undefined))
}

function describeToken([nameData, symbolData, decimalsData, is721, is1155]: readonly (
  | Hex
  | undefined
)[]): TokenDescription {
  const [name, symbol] = [decodeText(nameData), decodeText(symbolData)]
  const spam = textSpam(name, symbol)
  const tokenBase = { name, symbol, decimals: 0, spam }
  if (isTrue(is721)) return { kind: 'erc721', ...tokenBase }
  if (isTrue(is1155)) return { kind: 'erc1155', ...tokenBase }
  // Decimals are optional in ERC-20: a token that has a name but no decimals counts as having 0
  // decimals.
  const lacksDecimals = !decimalsData || decimalsData === '0x'
  const decimals = lacksDecimals && (name || symbol) ? 0 : decodeWord(decimalsData)
  if (decimals !== undefined && decimals <= maxDecimals)
    return { kind: 'erc20', ...tokenBase, decimals }
  return { kind: 'none', name: '', symbol: '', decimals: 0, spam: null }
}

/**
 * Decodes a text that is encoded as string, or as bytes32 by older tokens. Long text is cut, but
 * control characters are not removed here.
 */
function decodeText(data: Hex | undefined): string {
  if (!data || data.length > maxTextHex) return ''
  const text =
    data.length === 66
      ? readOrUndefined(() => hexToString(data, { size: 32 }))
      : readOrUndefined(() => decodeFunctionResult({ abi, functionName: 'name', data }))
  return (text ?? '').slice(0, maxTextLength * 2)
}

function decodeWord(data: Hex | undefined): number | undefined {
  return data?.length === 66 && BigInt(data) <= 255n ? Number(BigInt(data)) : undefined
}

function isTrue(data: Hex | undefined): boolean {
  return decodeWord(data) === 1
}

function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
