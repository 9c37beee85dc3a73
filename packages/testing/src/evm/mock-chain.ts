/** A chain as CAIP-2 or as its number. */
export type ChainReference = number | `eip155:${number}`

export interface KnownChain {
  readonly id: number
  readonly rpcUrl?: string | undefined
}

/** The number of a chain: 1 of `eip155:1`. */
export function chainNumber(chain: ChainReference): number {
  return typeof chain === 'number' ? chain : Number(chain.slice('eip155:'.length))
}

/** The hex of a chain's number. */
export function hexChain(chain: number): `0x${string}` {
  return `0x${chain.toString(16)}`
}
