import type { ChainId, OnrampOptions, OnrampQuoteAnswer, OrderStatus } from '@latchkey/protocol'

/** The coins that may be bought on one chain, and the payment currencies and methods. */
export interface BuyOptions extends OnrampOptions {
  /** Whether this is the built-in list, because the gateway did not answer. */
  readonly isDefault: boolean
}

/** A visitor's request for a quote. */
export interface BuyAsk {
  /** `serviceProvider` of one of the answers of `onrampProvidersQuery`. */
  readonly provider: string
  /** CAIP-2 of the chain to deliver on. */
  readonly chain: ChainId
  /**
   * Symbol of one of the coins in the options. The id is not used, because some providers give
   * several coins the same id.
   */
  readonly purchaseCurrency: string
  /** Currency code, such as `USD`. */
  readonly paymentCurrency: string
  /** Id of one of the currency's payment methods; without it the first. */
  readonly paymentMethod?: string | undefined
  /** Decimal in the payment currency, with no more places than the currency has. */
  readonly amount: string
}

/** A provider's quote, or an estimate, marked as such, when no provider made one. */
export interface BuyQuote extends OnrampQuoteAnswer {
  /**
   * Whether this is an estimate, because no provider made a quote; it must be shown as one. Without
   * a known price, `purchaseAmount` is the money that is left for the purchase, in the payment
   * currency, before the network fee.
   */
  readonly isEstimate: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Least and most amount of a payment method, decimal in the payment currency. */
export interface BuyLimits {
  readonly min: string
  readonly max: string
}

/** How long a quote is valid, in milliseconds. */
export const buyQuoteLifeMs = 10_000
/** Milliseconds between two reads of an order or a deposit. */
export const orderPollMs = 2_000

/** Whether the order's status is final. */
export function isOrderOver(status: OrderStatus): boolean {
  return status === 'done' || status === 'declined' || status === 'abandoned' || status === 'failed'
}
