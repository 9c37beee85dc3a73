import type { ChainId } from '@latchkey/protocol'

/**
 * CAIP-2 of what a wallet calls its chain: hex as EIP-695 says, or decimal text or a number as some
 * wallets answer; null for anything else.
 */
export function readChainId(answer: unknown): ChainId | null {
  const text = typeof answer === 'number' ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[0-9a-fA-F]{1,16}|[0-9]{1,19})$/.test(text)) return null
  const id = BigInt(text)
  return id > 0n ? `eip155:${id}` : null
}

/** Hex of a CAIP-2 chain: `0x1` of `eip155:1`. */
export function hexOfChain(chain: ChainId): `0x${string}` {
  return `0x${BigInt(chain.slice(chain.indexOf(':') + 1)).toString(16)}`
}
