import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { currencies } from './currencies.ts'
import { address, assetId } from './parts.ts'

/** A Uniswap-v2 pool that the operator trusts for prices. */
const pricePool = z.strictObject({
  chain: chainIdSchema,
  address,
  /**
   * The pool gives the price of `asset` in `against`; `against` is a stablecoin of `dollars`, or an
   * asset that another pool prices. The id of a chain's coin also stands for its wrapped token.
   */
  asset: assetId,
  against: assetId,
})

/** Settings of prices, which the gateway reads from pools, and of exchange rates. */
export const pricesShape = z
  .strictObject({
    pools: z.array(pricePool).max(1_000).default([]),
    /** Stablecoins that are priced at one US dollar. */
    dollars: z.array(assetId).max(100).default([]),
    /** A pool with less than this many US dollars on its `against` side is ignored. */
    minLiquidityUsd: z.number().min(0).default(10_000),
    /**
     * A price is the median of the pool readings of the last `windowMs` milliseconds; with 0 it is
     * the newest reading alone.
     */
    windowMs: z.int().min(0).max(86_400_000).default(600_000),
    /** Milliseconds between two readings of the pools, while any client asks for prices. */
    everyMs: z.int().min(1_000).max(3_600_000).default(30_000),
    /**
     * Assets whose prices are used as the exchange rates of BTC and ETH; default: the coin with
     * that symbol on a mainnet.
     */
    coins: z.strictObject({ btc: assetId.optional(), eth: assetId.optional() }).prefault({}),
    /**
     * Fixed exchange rates for one US dollar, such as `eur: "0.92"`. A newer rate of an external
     * rate service takes precedence.
     */
    rates: z
      .partialRecord(z.enum(currencies), z.string().regex(/^\d{1,18}(?:\.\d{1,18})?$/))
      .default({}),
  })
  .prefault({})
