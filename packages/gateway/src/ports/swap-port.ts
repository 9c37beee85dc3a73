import type { AccountId, ChainId, SwapOffer, SwapToken } from '@latchkey/protocol'
import type { Hex } from 'viem'

/** What is wanted; tokens are bare lower-case addresses, the coin is `coin`. */
export interface SwapAsk {
  readonly chain: ChainId
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  /** Base units: of `from` with side `pay`, of `to` with side `receive`. */
  readonly amount: bigint
  readonly side: 'pay' | 'receive'
  readonly user?: Hex | undefined
}

/** An offer of one provider, with what it needs to build it. */
export interface Offer {
  readonly offer: SwapOffer
  /** Who must be allowed to take the token; absent where the coin is paid with. */
  readonly spender?: Hex
}

export interface BuiltSwap {
  readonly to: Hex
  readonly data: Hex
  readonly value: bigint
  /** The least that arrives, base units. */
  readonly minimum: bigint
  /** The most that leaves of what is paid with, base units: what must be allowed. */
  readonly maximum: bigint
  readonly gas?: bigint
}

/**
 * Somebody who swaps. Throws refusals (`refuse.ts`): 400 `amount` "insufficient liquidity", 503
 * when it does not answer.
 */
export interface SwapProvider {
  /** `router`, `zeroex` …: offers carry it in their id. */
  readonly id: string
  readonly name: string
  /** Others wait for it no longer than this. */
  readonly timeoutMs: number
  serves(chain: ChainId): boolean
  /** Its own, beside what the operator lists; empty where it lists none. */
  tokens(chain: ChainId, signal?: AbortSignal): Promise<readonly SwapToken[]>
  /** Undefined when it does not offer this. */
  quote(ask: SwapAsk, signal?: AbortSignal): Promise<Offer | undefined>
  /** Who takes the tokens; undefined where no allowance is needed. */
  spender(chain: ChainId, signal?: AbortSignal): Promise<Hex | undefined>
  /** @param slippage - percent, 0 to 50 */
  build(
    ask: SwapAsk & {
      readonly user: Hex
      readonly slippage: number
      readonly offerId?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<BuiltSwap>
}

/** All providers together. */
export interface SwapPort {
  /** Chains anything can be swapped on. */
  readonly chains: readonly ChainId[]
  tokens(chain: ChainId, signal?: AbortSignal): Promise<readonly SwapToken[]>
  /** Best first. */
  quotes(ask: SwapAsk, signal?: AbortSignal): Promise<readonly SwapOffer[]>
  /**
   * The provider named in `offerId`; else the first that takes tokens as `spender` says, or the
   * best where the coin is paid with.
   */
  build(
    ask: SwapAsk & {
      readonly user: Hex
      readonly slippage: number
      readonly offerId?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<BuiltSwap>
  /** Of the provider named in `offerId`, else of the first on the chain. */
  spender(chain: ChainId, offerId?: string, signal?: AbortSignal): Promise<Hex | undefined>
  /** What `spender` of the same offer may take; everything where no allowance is needed. */
  allowance(
    token: AccountId,
    owner: AccountId,
    offerId?: string,
    signal?: AbortSignal,
  ): Promise<{ allowance: bigint; spender?: Hex }>
}
