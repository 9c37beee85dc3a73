import type { AssetId } from '@latchkey/protocol'
import type { Currency } from '../base/config/currencies.ts'

export interface Price {
  /** One whole unit in the currency asked for, decimal string > 0. */
  readonly price: string
  /** Milliseconds since the epoch: of the newest point the median was taken over. */
  readonly at: number
  /** Pool address, or name of the upstream. */
  readonly source: string
}

/** Knows what assets are worth. */
export interface PricePort {
  /** By CAIP-19; an asset without a trustworthy price is absent, never 0. */
  now(
    assets: readonly AssetId[],
    currency: Currency,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AssetId, Price>>
  /**
   * The same at moments in the past (ms since the epoch), from what was recorded within an hour of
   * it.
   */
  past(
    asks: readonly { readonly asset: AssetId; readonly at: number }[],
    currency: Currency,
  ): Promise<readonly (Price | undefined)[]>
}

/** How much of a currency one US dollar is. */
export interface RatePort {
  /** Decimal string > 0; undefined when unknown or too old. */
  perUsd(currency: Currency, signal?: AbortSignal): Promise<string | undefined>
}
