import { LatchkeyError } from '@latchkey/protocol'
import { entryPoint } from '@latchkey/protocol/vault'
import { evmAddress, isHexBytes, isRecord, ownField, parseQuantity } from '../../decode/shapes.ts'
import { type CallNode, type CallServer, callServer } from '../requests/call-node.ts'
import type { Vault } from '../vault.ts'
import type { SmartAccount } from './account.ts'

/** The servers of a contract account's chain, and reads about the account. */
export interface SmartNode {
  readonly node: CallServer
  readonly bundler: CallServer
  readonly sponsor?: CallServer
  /** Whether the contract account has been deployed. */
  readonly isDeployed: () => Promise<boolean>
  /** Reads the code at an address, hex. */
  readonly readCode: (address: string) => Promise<string>
  /** Reads the contract account's next nonce from the EntryPoint. */
  readonly readNonce: () => Promise<bigint>
  /**
   * Reads name and version of the EIP-712 domain of the account's implementation contract
   * (ERC-5267).
   */
  readonly readDomain: () => Promise<{ readonly name: string; readonly version: string }>
}

const maxCodeLength = 131_072
const encodeWord = (value: bigint): string => value.toString(16).padStart(64, '0')

/** @throws what `callServer` throws, and `rpc-answer-invalid` */
export function smartNode(
  { fetch }: Pick<Vault, 'fetch'>,
  account: SmartAccount,
  callNode: CallNode,
): SmartNode {
  const { address, chain, says } = account
  const callChain: CallServer = (method, params) => callNode(chain, method, params)
  const readContract = async (contractAddress: string, data: string): Promise<string> => {
    const answer = await callChain('eth_call', [{ to: contractAddress, data }, 'latest'])
    if (!isHexBytes(answer) || answer.length > 4_096) throw invalidAnswer('eth_call')
    return answer
  }
  const readCode = async (of: string): Promise<string> => {
    const code = await callChain('eth_getCode', [of, 'latest'])
    if (!isHexBytes(code) || code.length > maxCodeLength) throw invalidAnswer('eth_getCode')
    return code.toLowerCase()
  }
  return {
    node: callChain,
    bundler: callServer(fetch, says.bundler),
    ...(says.sponsor !== undefined && { sponsor: callServer(fetch, says.sponsor) }),
    readCode,
    isDeployed: async () => (await readCode(address)) !== '0x',
    async readNonce() {
      // Selector of the EntryPoint's `getNonce(address,uint192)`.
      const answer = parseQuantity(
        await readContract(entryPoint, `0x35567e1a${encodeWord(BigInt(address))}${encodeWord(0n)}`),
      )
      if (answer === null) throw invalidAnswer('getNonce')
      return answer
    },
    async readDomain() {
      // eip712Domain(): the answer is a word of flags, the offsets of name and version, and others.
      const domainAnswer = (await readContract(says.implementation, '0x84b0196e')).slice(2)
      return { name: decodeTextAt(domainAnswer, 1), version: decodeTextAt(domainAnswer, 2) }
    },
  }
}

/** The text in `eip712Domain()`'s answer whose offset is in the word with this index. */
function decodeTextAt(domainAnswer: string, wordIndex: number): string {
  const decodeNumberAt = (start: number): number => {
    const digits = domainAnswer.slice(start, start + 64)
    const value = digits.length === 64 ? BigInt(`0x${digits}`) : -1n
    if (value < 0n || value > 4_096n) throw invalidAnswer('eip712Domain')
    return Number(value)
  }
  const textStart = decodeNumberAt(wordIndex * 64) * 2
  const digits = domainAnswer.slice(textStart + 64, textStart + 64 + decodeNumberAt(textStart) * 2)
  return new TextDecoder().decode(
    Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  )
}

/**
 * Reads several number fields of an answer; each must be a JSON-RPC quantity below `maxQuantity`.
 */
export function readQuantities<N extends string>(
  answer: unknown,
  names: readonly N[],
  maxQuantity = 1n << 32n,
): Readonly<Record<N, string>> {
  const record = isRecord(answer) ? answer : {}
  return Object.fromEntries(
    names.map((name) => {
      const value = parseQuantity(ownField(record, name))
      if (value === null || value > maxQuantity) throw invalidAnswer(name)
      return [name, `0x${value.toString(16)}`]
    }),
  ) as Record<N, string>
}

/** Reads an address in an answer, in lower case. */
export function addressOf(answer: unknown, name: string): string {
  const address = isRecord(answer) ? evmAddress(ownField(answer, name)) : null
  if (!address) throw invalidAnswer(name)
  return address
}

function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-answer-invalid', { reason })
}
