import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** Name, symbol, decimals and spam verdict of a token contract. */
export interface TokenFacts {
  /** Contract address in lower case. */
  readonly address: Hex
  readonly kind: 'erc20' | 'erc721' | 'erc1155' | 'none'
  /**
   * Name from the operator's list, else from the contract, bounded and without control characters;
   * '' when the contract has none.
   */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Icon address, `http(s):` or `data:image/`, from the operator's list only. */
  readonly iconUrl?: string
  /**
   * Name of the rule that marks the token as spam; null when none does. The operator's list takes
   * precedence over the rules.
   */
  readonly spam: string | null
  /** Whether the operator listed the token or marked it as not spam. */
  readonly isTrusted?: boolean
}

/**
 * Finds metadata of tokens: in the operator's list, then in the database, then on the chain with
 * one request to the node.
 */
export interface TokenPort {
  /** Returns tokens by lower-case address; a token whose contract cannot be read now is absent. */
  find(
    chain: ChainId,
    addresses: readonly Hex[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Hex, TokenFacts>>
}
