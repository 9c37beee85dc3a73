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

/** The visitor's country and region: the currencies on sale depend on them. */
export interface OnrampRegion {
  /** ISO 3166-1 country code, two letters. */
  readonly country?: string | undefined
  /** ISO 3166-2 subdivision code, two letters. */
  readonly subdivision?: string | undefined
}

export interface OnrampRequest {
  /** Symbol of the coin to buy, such as `ETH`, or its id in the seller's options. */
  readonly purchaseCurrency: string
  /** CAIP-2 id of the chain that receives the coins. */
  readonly chain: ChainId
  /** Currency the visitor pays in, such as `USD`. */
  readonly paymentCurrency: string
  readonly paymentMethod?: string | undefined
  /** Decimal amount in the payment currency. */
  readonly amount: string
  /** The seller's own name of the chain, taken from its options. */
  readonly network?: string | undefined
  readonly place?: OnrampRegion | undefined
}

/**
 * A service that sells coins for money. Methods throw refusals: 400 names the wrong field, 503
 * means that the provider does not answer.
 */
export interface OnrampSeller {
  readonly provider: OnrampProvider
  options(signal?: AbortSignal, region?: OnrampRegion): Promise<OnrampOptions>
  quote(request: OnrampRequest, signal?: AbortSignal): Promise<OnrampQuoteAnswer>
  /**
   * Returns the address of the payment page; `returnUrl` is a page of an allowed origin, or absent
   * for a popup.
   */
  start(
    request: OnrampRequest & {
      /** Address, without chain, that receives the coins. */
      readonly wallet: string
      readonly returnUrl?: string | undefined
      /** Network address of the visitor, for sellers that require it. */
      readonly callerAddress?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<{ readonly url: string; readonly orderId?: string }>
  /** Reads the state of an order; absent where the provider does not report it. */
  order?(id: string, signal?: AbortSignal): Promise<OrderAnswer | undefined>
}

/** All sellers, by their `serviceProvider` id. */
export interface OnrampPort {
  readonly sellers: ReadonlyMap<string, OnrampSeller>
}

/** An exchange (such as Coinbase) that sends coins from the visitor's account there. */
export interface ExchangeSeller {
  readonly exchange: Exchange
  /** Whether the exchange pays out this CAIP-19 asset. */
  serves(asset: string): boolean
  /**
   * Returns the address of the payment page.
   * @param request - `amount` decimal whole units; `recipient` CAIP-10; `returnUrl` a page of the
   *   requesting origin, or absent for a popup
   */
  start(
    request: {
      readonly asset: string
      readonly amount: string
      readonly recipient: string
      readonly returnUrl?: string
      /** Network address of the visitor, for exchanges that require it. */
      readonly callerAddress?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<ExchangeUrlResult>
  status(sessionId: string, signal?: AbortSignal): Promise<ExchangeStatusResult>
}

export interface ExchangePort {
  readonly exchanges: ReadonlyMap<string, ExchangeSeller>
}
