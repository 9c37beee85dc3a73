/**
 * Chain numbers of the Ethereum-like networks, by the names that version 1 of the protocol uses.
 * Version 2 uses CAIP-2 ids.
 */
const oldNetworks: ReadonlyMap<string, number> = new Map([
  ['ethereum', 1],
  ['sepolia', 11_155_111],
  ['base', 8453],
  ['base-sepolia', 84_532],
  ['polygon', 137],
  ['polygon-amoy', 80_002],
  ['avalanche', 43_114],
  ['avalanche-fuji', 43_113],
  ['abstract', 2741],
  ['abstract-testnet', 11_124],
  ['celo', 42_220],
  ['iotex', 4689],
  ['monad', 143],
  ['peaq', 3338],
  ['sei', 1329],
  ['sei-testnet', 1328],
  ['story', 1514],
])

/** The CAIP-2 id of a network that version 1 names; undefined when the name is unknown. */
export function chainOfOldNetwork(name: unknown): `eip155:${number}` | undefined {
  const number = typeof name === 'string' ? oldNetworks.get(name) : undefined
  return number === undefined ? undefined : `eip155:${number}`
}
