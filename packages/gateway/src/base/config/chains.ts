import { isImageAddress } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { address, assetId, httpUrl } from './parts.ts'

const icon = z.string().max(90_000).refine(isImageAddress, 'must be http(s) or data:image/')

/** How the gateway indexes a chain. */
const indexShape = z.strictObject({
  /**
   * First block to index; by default `finality` blocks before the newest block at the time when the
   * index is created.
   */
  fromBlock: z.int().min(0).optional(),
  /**
   * A block this many blocks behind the newest is final; a deeper reorganisation is reported as an
   * error.
   */
  finality: z.int().min(1).max(1_000).default(64),
  /** Interval in milliseconds between requests for the newest block. */
  pollMs: z.int().min(100).max(600_000).default(4_000),
  /**
   * How internal transfers are read: `trace` uses `debug_traceBlockByHash` or `trace_block`,
   * whichever the node supports; `none` leaves them out.
   */
  internal: z.enum(['none', 'trace']).default('none'),
  /** Blocks per `eth_getLogs` request when the past of an account is searched. */
  logRange: z.int().min(1).max(1_000_000).default(2_000),
  /**
   * How far back the past of an account is searched: a number of blocks below the first indexed
   * block; 0 turns the search off.
   */
  lookBack: z.int().min(0).default(0),
})

/** A chain that the gateway serves. */
export const chainShape = z.strictObject({
  id: chainIdSchema,
  name: z.string().min(1).max(64),
  nativeCurrency: z.strictObject({
    name: z.string().min(1).max(64),
    symbol: z.string().min(1).max(16),
    decimals: z.int().min(0).max(36),
  }),
  /** Node addresses in order of preference. */
  rpcUrls: z.array(httpUrl).min(1).max(20),
  testnet: z.boolean().optional(),
  iconUrl: icon.optional(),
  contracts: z
    .strictObject({ multicall3: address.optional(), ensUniversalResolver: address.optional() })
    .optional(),
  /** Turns on the gateway's own history and token discovery for the chain. */
  index: indexShape.optional(),
})

/** A token that the operator lists. */
export const tokenShape = z.strictObject({
  id: assetId,
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(36),
  iconUrl: icon.optional(),
})
