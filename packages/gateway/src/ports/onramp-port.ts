import type {
  ChainId,
  Exchange,
  ExchangeStatusResult,
  ExchangeUrlResult,
  OnrampOptions,
  OnrampProvider,
  OnrampQuoteAnswer,
  OrderAnswer,
} from '@latchkey/protocol'

/** Where the visitor lives: what is sold differs. */
export interface OnrampPlace {
  /** ISO 3166-1, two letters. */
  readonly country?: string | undefined
  /** ISO 3166-2, two letters. */
  readonly subdivision?: string | undefined
}

export interface OnrampAsk {
  /** `ETH`, or the id of a purchase currency of `options`. */
  readonly purchaseCurrency: string
  /** CAIP-2 it is delivered on. */
  readonly chain: ChainId
  /** `USD`. */
  readonly paymentCurrency: string
  readonly paymentMethod?: string | undefined
  /** Decimal, in the payment currency. */
  readonly amount: string
  /** What the seller calls the chain; found in its options. */
  readonly network?: string | undefined
  readonly place?: OnrampPlace | undefined
}

/**
 * Sells coins for money. Throws refusals: 400 names the field, 503 when the provider does not
 * answer.
 */
export interface OnrampSeller {
  readonly provider: OnrampProvider
  options(signal?: AbortSignal, place?: OnrampPlace): Promise<OnrampOptions>
  quote(ask: OnrampAsk, signal?: AbortSignal): Promise<OnrampQuoteAnswer>
  /** Where the visitor pays; `returnUrl` is a page of an allowed origin, or absent for a popup. */
  start(
    ask: OnrampAsk & {
      /** Bare address. */
      readonly wallet: string
      readonly returnUrl?: string | undefined
      /** What the visitor asked from, for sellers who insist on it. */
      readonly callerAddress?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<{ readonly url: string; readonly orderId?: string }>
  /** Absent where the provider tells nobody. */
  order?(id: string, signal?: AbortSignal): Promise<OrderAnswer | undefined>
}

/** All sellers, by `serviceProvider`. */
export interface OnrampPort {
  readonly sellers: ReadonlyMap<string, OnrampSeller>
}

/** Takes coins out of an account elsewhere. */
export interface ExchangeSeller {
  readonly exchange: Exchange
  /** Whether it pays out this CAIP-19 asset. */
  serves(asset: string): boolean
  /**
   * @param ask - `amount` decimal whole units; `recipient` CAIP-10; `returnUrl` a page of the
   *   origin that asks, or absent for a popup
   */
  start(
    ask: {
      readonly asset: string
      readonly amount: string
      readonly recipient: string
      readonly returnUrl?: string
      /** What the visitor asked from, for those who insist on it. */
      readonly callerAddress?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<ExchangeUrlResult>
  status(sessionId: string, signal?: AbortSignal): Promise<ExchangeStatusResult>
}

export interface ExchangePort {
  readonly exchanges: ReadonlyMap<string, ExchangeSeller>
}
