import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { currencies } from './currencies.ts'
import { address, assetId } from './parts.ts'

/** A Uniswap-v2 pool that the operator trusts for prices. */
const pricePool = z.strictObject({
  chain: chainIdSchema,
  address,
  /**
   * `asset` is priced in `against`, which is one of `dollars` or an asset that another pool prices.
   * The id of a chain's coin also stands for its wrapped token.
   */
  asset: assetId,
  against: assetId,
})

/** Settings of the prices that the gateway reads from pools, and of the exchange rates. */
export const pricesShape = z
  .strictObject({
    pools: z.array(pricePool).max(1_000).default([]),
    /** Stablecoins that are priced at one US dollar. */
    dollars: z.array(assetId).max(100).default([]),
    /** A pool with less than this many US dollars on its `against` side is ignored. */
    minLiquidityUsd: z.number().min(0).default(10_000),
    /**
     * The price is the median of the points in this many milliseconds; 0 uses the newest point
     * alone.
     */
    windowMs: z.int().min(0).max(86_400_000).default(600_000),
    /** Interval in milliseconds of reading the pools while prices are in use. */
    everyMs: z.int().min(1_000).max(3_600_000).default(30_000),
    /**
     * Assets whose prices give the rates of btc and eth; default: a coin with that symbol on a
     * mainnet.
     */
    coins: z.strictObject({ btc: assetId.optional(), eth: assetId.optional() }).prefault({}),
    /**
     * Fixed exchange rates for one US dollar, such as `eur: "0.92"`; newer rates of an upstream
     * win.
     */
    rates: z
      .partialRecord(z.enum(currencies), z.string().regex(/^\d{1,18}(?:\.\d{1,18})?$/))
      .default({}),
  })
  .prefault({})
