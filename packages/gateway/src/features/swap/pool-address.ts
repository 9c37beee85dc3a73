import { encodePacked, getCreate2Address, type Hex, keccak256 } from 'viem'

/**
 * Hash of the code of Uniswap v2's pools, from which a factory that deploys the same code makes
 * their addresses.
 */
const poolCodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/** The same whichever token comes first. */
export function pairKey(a: Hex, b: Hex): string {
  return sortPair(a, b).join('-')
}

/**
 * Where the pool of two tokens stands if the factory deploys Uniswap's own code; another factory
 * says where (`getPair`).
 */
export function poolAddress(factory: Hex, a: Hex, b: Hex): Hex {
  const salt = keccak256(encodePacked(['address', 'address'], [...sortPair(a, b)]))
  return getCreate2Address({ from: factory, salt, bytecodeHash: poolCodeHash }).toLowerCase() as Hex
}

/** As a pool has them: `token0` is the lower. Addresses in lower case. */
export function sortPair(a: Hex, b: Hex): readonly [Hex, Hex] {
  return a < b ? [a, b] : [b, a]
}
