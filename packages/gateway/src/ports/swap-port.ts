import type { AccountId, ChainId, SwapOffer, SwapToken } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** A swap for which offers are wanted; tokens are lower-case addresses without chain, or `coin`. */
export interface SwapRequest {
  readonly chain: ChainId
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  /** Amount in base units: of `from` when `side` is `pay`, of `to` when it is `receive`. */
  readonly amount: bigint
  readonly side: 'pay' | 'receive'
  readonly user?: Hex | undefined
}

/** An offer of one provider, with the data that builds its transaction. */
export interface Offer {
  readonly offer: SwapOffer
  /**
   * Contract that needs an allowance for the paid token; absent when the visitor pays with the
   * coin.
   */
  readonly spender?: Hex
}

export interface BuiltSwap {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  /** The least amount that arrives, in base units. */
  readonly minimum: bigint
  /**
   * The most that is taken of the paid token, in base units; the allowance must be at least this
   * much.
   */
  readonly maximum: bigint
  readonly gas?: bigint
}

/**
 * A source of swap offers. Methods throw refusals (`refuse.ts`): 400 `amount` "insufficient
 * liquidity", 503 when the source does not answer.
 */
export interface SwapProvider {
  /** Name of the provider, such as `router` or `zeroex`; it is part of the ids of its offers. */
  readonly id: string
  readonly name: string
  /**
   * Time limit in milliseconds. After it, the offers of the other providers are returned without
   * this one.
   */
  readonly timeoutMs: number
  serves(chain: ChainId): boolean
  /**
   * Tokens that the provider itself lists, beside the operator's list; empty when it lists none.
   */
  tokens(chain: ChainId, signal?: AbortSignal): Promise<readonly SwapToken[]>
  /** Returns an offer; undefined when the provider does not offer this swap. */
  quote(request: SwapRequest, signal?: AbortSignal): Promise<Offer | undefined>
  /** Contract that takes the tokens; undefined when no allowance is needed. */
  spender(chain: ChainId, signal?: AbortSignal): Promise<Hex | undefined>
  /**
   * Builds the transaction of a swap.
   * @param slippage - percent, 0 to 50
   */
  build(
    request: SwapRequest & {
      readonly user: Hex
      readonly slippage: number
      readonly offerId?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<BuiltSwap>
}

/** All swap providers, combined behind one interface. */
export interface SwapPort {
  /** Chains on which at least one provider offers swaps. */
  readonly chains: readonly ChainId[]
  tokens(chain: ChainId, signal?: AbortSignal): Promise<readonly SwapToken[]>
  /** Offers of all providers, best first. */
  quotes(request: SwapRequest, signal?: AbortSignal): Promise<readonly SwapOffer[]>
  /**
   * Builds the transaction of a swap with the provider that `offerId` names. Without `offerId`, a
   * swap of the coin, which needs no allowance, uses the provider with the best offer. A swap of a
   * token then uses the first provider that has an offer, because `spender` without an id also
   * prefers the first provider.
   */
  build(
    request: SwapRequest & {
      readonly user: Hex
      readonly slippage: number
      readonly offerId?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<BuiltSwap>
  /**
   * Returns the contract that needs an allowance: that of the provider that `offerId` names, else
   * of the first provider on the chain.
   */
  spender(chain: ChainId, offerId?: string, signal?: AbortSignal): Promise<Hex | undefined>
  /**
   * Reads the current allowance of the contract that `spender` returns; the maximum uint256 when
   * none is needed.
   */
  allowance(
    token: AccountId,
    owner: AccountId,
    offerId?: string,
    signal?: AbortSignal,
  ): Promise<{ allowance: bigint; spender?: Hex }>
}
