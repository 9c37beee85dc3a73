import { encodePacked, getCreate2Address, type Hex, keccak256 } from 'viem'

/**
 * Code hash of Uniswap v2 pools. A factory whose pools have this code derives their addresses from
 * it.
 */
const poolCodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/** Returns a key for two tokens that does not depend on their order. */
export function pairKey(a: Hex, b: Hex): string {
  return sortPair(a, b).join('-')
}

/**
 * Computes the address of the pool of two tokens, if the factory deploys Uniswap's own pool code;
 * other factories must be asked for the address (`getPair`).
 */
export function poolAddress(factory: Hex, a: Hex, b: Hex): Hex {
  const salt = keccak256(encodePacked(['address', 'address'], [...sortPair(a, b)]))
  return getCreate2Address({ from: factory, salt, bytecodeHash: poolCodeHash }).toLowerCase() as Hex
}

/** Sorts two tokens as a pool does: `token0` is the lower one. Addresses in lower case. */
export function sortPair(a: Hex, b: Hex): readonly [Hex, Hex] {
  return a < b ? [a, b] : [b, a]
}
