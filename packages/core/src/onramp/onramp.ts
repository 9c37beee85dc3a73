import type { ChainId, OnrampOptions, OnrampQuoteAnswer, OrderStatus } from '@latchkey/protocol'

/** The coins that may be bought on one chain, and the payment currencies and methods. */
export interface BuyOptions extends OnrampOptions {
  /** Whether these options are the built-in list, because the gateway did not answer. */
  readonly isDefault: boolean
}

/** A visitor's request for a quote to buy coins. */
export interface BuyAsk {
  /** `serviceProvider` of one of the providers that `onrampProvidersQuery` returned. */
  readonly provider: string
  /** CAIP-2 id of the chain on which the coins are delivered. */
  readonly chain: ChainId
  /**
   * Symbol of the coin to buy, from the options. The coin's id is not used, because some providers
   * give several coins the same id.
   */
  readonly purchaseCurrency: string
  /** Code of the currency to pay with, such as `USD`. */
  readonly paymentCurrency: string
  /** Id of one of the currency's payment methods; default the first one. */
  readonly paymentMethod?: string | undefined
  /**
   * Amount to pay, as decimal text in the payment currency, with no more decimal places than the
   * currency has.
   */
  readonly amount: string
}

/** A provider's quote or, when no provider made one, an estimate that is marked as such. */
export interface BuyQuote extends OnrampQuoteAnswer {
  /**
   * Whether this is only an estimate, because no provider made a quote; it must be shown as one.
   * When no price is known, `purchaseAmount` is the money that is left for the purchase, in the
   * payment currency, before the network fee.
   */
  readonly isEstimate: boolean
  /** Time when the quote was received, in milliseconds since the epoch. */
  readonly at: number
}

/**
 * The smallest and the largest amount that a payment method accepts, as decimal text in the payment
 * currency.
 */
export interface BuyLimits {
  readonly min: string
  readonly max: string
}

/** How long a quote for buying coins is valid, in milliseconds. */
export const buyQuoteLifeMs = 10_000
/** Milliseconds between two reads of the status of an order or a deposit. */
export const orderPollMs = 2_000

/** Whether an order's status is final, so that it need not be read again. */
export function isOrderOver(status: OrderStatus): boolean {
  return status === 'done' || status === 'declined' || status === 'abandoned' || status === 'failed'
}
