import type { ChainId, OnrampOptions, OnrampQuoteAnswer, OrderStatus } from '@latchkey/protocol'

/** What may be bought on one chain, with what, and from whom nobody else is asked. */
export interface BuyOptions extends OnrampOptions {
  /** The gateway did not say: this is the list every kit knows. */
  readonly isDefault: boolean
}

/** What a visitor wishes to buy. */
export interface BuyAsk {
  /** `serviceProvider` of one of `onrampProvidersQuery`. */
  readonly provider: string
  /** CAIP-2 it is delivered on. */
  readonly chain: ChainId
  /** Symbol of one of the options; ids are not told apart by every provider. */
  readonly purchaseCurrency: string
  /** `USD`. */
  readonly paymentCurrency: string
  /** Id of one of the payment methods of the currency; without it the first. */
  readonly paymentMethod?: string | undefined
  /** Decimal in the payment currency, with no more places than it has. */
  readonly amount: string
}

/** An offer, or, marked, what was computed because nobody made one. */
export interface BuyQuote extends OnrampQuoteAnswer {
  /**
   * Nobody offers this; it must be shown as an estimate. Without a known price `purchaseAmount` is
   * what is left to buy for, in the payment currency; the network fee is not counted in.
   */
  readonly isEstimate: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** How much a payment method takes, decimal in the payment currency. */
export interface BuyLimits {
  readonly min: string
  readonly max: string
}

/** How long an offer is taken for one. */
export const buyQuoteLifeMs = 10_000
/** How often an order or a deposit is looked at until its end. */
export const orderPollMs = 2_000

/** Whether nothing more will happen to an order. */
export function isOrderOver(status: OrderStatus): boolean {
  return status === 'done' || status === 'declined' || status === 'abandoned' || status === 'failed'
}
