import { askNode } from './ask-node.ts'

/**
 * Name and symbol that a token contract states about itself: untrusted, limited in length, and no
 * proof of anything.
 */
export interface TokenInfo {
  readonly symbol: string
  readonly decimals: number
}

/**
 * Reads a token's name and symbol by the project's node; null when the contract does not answer
 * like a token.
 */
export async function readToken(
  rpc: string,
  token: string,
  fetcher: typeof fetch = fetch,
): Promise<TokenInfo | null> {
  const callToken = (data: string): Promise<unknown> =>
    askNode(rpc, 'eth_call', [{ to: token, data }, 'latest'], fetcher)
  try {
    const [symbol, decimals] = await Promise.all([callToken('0x95d89b41'), callToken('0x313ce567')])
    const symbolText = readSymbol(symbol)
    const decimalCount = /^0x[0-9a-f]{64}$/i.test(String(decimals))
      ? Number(BigInt(String(decimals)))
      : Number.NaN
    return symbolText && decimalCount <= 36 ? { symbol: symbolText, decimals: decimalCount } : null
  } catch {
    return null
  }
}

/** Whether there is code at an address; null when the node does not answer. */
export async function hasCode(
  rpc: string,
  address: string,
  fetcher: typeof fetch = fetch,
): Promise<boolean | null> {
  try {
    const code = await askNode(rpc, 'eth_getCode', [address, 'latest'], fetcher)
    return typeof code === 'string' && /^0x[0-9a-f]*$/i.test(code) ? code.length > 2 : null
  } catch {
    return null
  }
}

/**
 * Reads the symbol from an ABI string, or from 32 bytes as old tokens return it: letters, digits
 * and a few signs, at most twelve characters.
 */
export function readSymbol(answer: unknown): string {
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{64}){1,8}$/i.test(answer)) return ''
  const answerHex = answer.slice(2)
  const isAbiString = answerHex.length >= 192 && BigInt(`0x${answerHex.slice(0, 64)}`) === 32n
  const symbolLength = isAbiString ? Number(BigInt(`0x${answerHex.slice(64, 128)}`)) : 32
  if (symbolLength > 128) return ''
  const bytes =
    (isAbiString ? answerHex.slice(128) : answerHex).slice(0, symbolLength * 2).match(/../g) ?? []
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
  return text.replaceAll(/[^\p{L}\p{N}.$+₮-]/gu, '').slice(0, 12)
}
