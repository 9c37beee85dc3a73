import type { ChainId } from '@latchkey/protocol'

/**
 * Reads a wallet's chain id as CAIP-2: hex (EIP-695), or a decimal text or number, which some
 * wallets answer; null for anything else.
 */
export function readChainId(answer: unknown): ChainId | null {
  const text = typeof answer === 'number' ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[0-9a-fA-F]{1,16}|[0-9]{1,19})$/.test(text)) return null
  const id = BigInt(text)
  return id > 0n ? `eip155:${id}` : null
}

/** Returns the chain id of a CAIP-2 chain in hex: `0x1` for `eip155:1`. */
export function hexOfChain(chain: ChainId): `0x${string}` {
  return `0x${BigInt(chain.slice(chain.indexOf(':') + 1)).toString(16)}`
}
