import type { AssetId } from '@latchkey/protocol'
import type { Currency } from '../base/config/currencies.ts'

export interface Price {
  /** Price of one whole unit in the requested currency, a decimal string above 0. */
  readonly price: string
  /**
   * Time of the newest recorded price that the median includes, in milliseconds since the epoch.
   */
  readonly at: number
  /** Source of the price: a pool's address, or the name of an external price service. */
  readonly source: string
}

/** Finds the prices of assets. */
export interface PricePort {
  /** Current prices by CAIP-19 id; an asset without a trustworthy price is absent, never 0. */
  now(
    assets: readonly AssetId[],
    currency: Currency,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AssetId, Price>>
  /**
   * Finds past prices at the given times (milliseconds since the epoch), from prices recorded
   * within an hour of each time.
   */
  past(
    asks: readonly { readonly asset: AssetId; readonly at: number }[],
    currency: Currency,
  ): Promise<readonly (Price | undefined)[]>
}

/** Finds the exchange rates of currencies to the US dollar. */
export interface RatePort {
  /**
   * Amount of the currency that equals one US dollar, a decimal string above 0; undefined when
   * unknown or too old.
   */
  perUsd(currency: Currency, signal?: AbortSignal): Promise<string | undefined>
}
