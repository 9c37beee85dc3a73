/** A chain as CAIP-2 id (`eip155:1`) or as number (`1`). */
export type ChainReference = number | `eip155:${number}`

export interface KnownChain {
  readonly id: number
  readonly rpcUrl?: string | undefined
}

/** The number of a chain, such as 1 for `eip155:1`. */
export function chainNumber(chain: ChainReference): number {
  return typeof chain === 'number' ? chain : Number(chain.slice('eip155:'.length))
}

/** The number of a chain in hex, such as `0x1`. */
export function hexChain(chain: number): `0x${string}` {
  return `0x${chain.toString(16)}`
}
