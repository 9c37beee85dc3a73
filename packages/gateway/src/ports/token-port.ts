import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** What is known of a token contract. */
export interface TokenFacts {
  /** Lower case. */
  readonly address: Hex
  readonly kind: 'erc20' | 'erc721' | 'erc1155' | 'none'
  /**
   * As the operator lists it, else as the contract says, bounded and without control characters; ''
   * when it says none.
   */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** `http(s):` or `data:image/`, from the operator's list only. */
  readonly iconUrl?: string
  /** Which rule calls it spam; null when none does. The operator's list wins. */
  readonly spam: string | null
  /** The operator listed it, or said that it is no spam. */
  readonly isTrusted?: boolean
}

/** Knows tokens: the operator's list, then the database, then the chain in one round trip. */
export interface TokenPort {
  /** By address in lower case; one whose contract cannot be read now is absent. */
  find(
    chain: ChainId,
    addresses: readonly Hex[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Hex, TokenFacts>>
}
