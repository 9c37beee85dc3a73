import type { ChainId } from './ids.ts'

/**
 * Returns the ENSIP-11 coin type of a chain, 60 for Ethereum; undefined for a chain without one.
 */
export function coinTypeOf(chain: ChainId): number | undefined {
  const id = Number(/^eip155:(\d{1,10})$/.exec(chain)?.[1] ?? 0)
  if (id === 0 || id >= 0x80000000) return undefined
  return id === 1 ? 60 : id + 0x80000000
}

/**
 * Returns the chain of an ENSIP-11 coin type; undefined when the coin type is not that of an
 * Ethereum-like chain.
 */
export function chainOfCoinType(coinType: number): ChainId | undefined {
  if (coinType === 60) return 'eip155:1'
  const isChain = Number.isSafeInteger(coinType) && coinType > 0x80000000 && coinType <= 0xffffffff
  return isChain ? `eip155:${coinType - 0x80000000}` : undefined
}
