import { isImageAddress } from '@latchkey/protocol'
import { chainIdSchema, remoteFeatureSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { currencies } from './currencies.ts'
import { emailCaptureShape } from './mail.ts'
import { address, assetId, httpUrl, upstream } from './parts.ts'
import { tradingShape } from './trading.ts'
import { vaultShape } from './vault.ts'

const slug = z
  .string()
  .regex(/^[a-z\d][a-z\d_-]{0,63}$/i, 'must be 1 to 64 letters, digits, - or _')
const icon = z.string().max(90_000).refine(isImageAddress, 'must be http(s) or data:image/')
const originPattern =
  /^(?:https?|[a-z][a-z\d+-]*-extension|capacitor|ionic|tauri):\/\/(?:\*\.)?[a-z\d.[\]:_-]+(?::(?:\d+|\*))?$/i
const originRule = z
  .string()
  .max(256)
  .regex(originPattern, 'must look like https://shop.example or https://*.shop.example')

/** How the gateway indexes a chain. */
const indexShape = z.strictObject({
  /**
   * First block to index; default: `finality` blocks before the newest block when the index is
   * first created.
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
   * `trace` reads internal transfers with `debug_traceBlockByHash` or `trace_block`, whichever the
   * node supports.
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

const chain = z.strictObject({
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

const token = z.strictObject({
  id: assetId,
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(36),
  iconUrl: icon.optional(),
})

/** A project (a site that uses the gateway): the file and the dashboard use the same shape. */
export const projectSchema = z.strictObject({
  id: slug,
  /** Origins that may use the project; empty means pages on localhost only. */
  origins: z.array(originRule).max(200).default([]),
  features: z.array(remoteFeatureSchema).max(50).default([]),
  analytics: z.boolean().default(false),
})

/** Upper limit of retention settings, in days. */
export const maxRetentionDays = 3_650

/** The operator's configuration file `latchkey.json`; every key is optional. */
export const configSchema = z.strictObject({
  host: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
  port: z.int().min(0).max(65_535).default(4301),
  /**
   * Whether the caller's address is read from X-Forwarded-For, which is safe only behind the
   * operator's own proxy. A number says how many proxies there are in a row.
   */
  trustProxy: z.union([z.boolean(), z.int().min(1).max(10)]).default(false),
  /**
   * Milliseconds during which a gateway still serves after SIGTERM, while `/ready` answers that it
   * is shutting down.
   */
  drainMs: z.int().min(0).max(120_000).default(500),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  chains: z.array(chain).max(500).default([]),
  tokens: z.array(token).max(5000).default([]),
  /** Chain on which names are looked up; default: the first chain with a universal resolver. */
  identityChain: chainIdSchema.optional(),
  projects: z.array(projectSchema).max(1000).default([]),
  /**
   * Ids of listings, of the gateway or of the WalletConnect explorer, that are marked as certified.
   */
  wallets: z
    .strictObject({ certified: z.array(z.string().max(128)).max(1_000).default([]) })
    .prefault({}),
  /** Token bucket per caller and route. */
  rateLimit: z
    .strictObject({
      capacity: z.number().positive().default(100),
      refillPerSecond: z.number().positive().default(2),
    })
    .prefault({}),
  rpc: z
    .strictObject({
      timeoutMs: z.int().min(100).max(60_000).default(10_000),
      maxAnswerBytes: z.int().min(1024).max(104_857_600).default(10_485_760),
      maxRequestBytes: z.int().min(1024).max(10_485_760).default(1_048_576),
      /** Maximum number of JSON-RPC calls in one batch from a page. */
      maxBatch: z.int().min(1).max(1_000).default(50),
      /** RPC methods that are allowed beside the public ones: exact names. */
      allowMethods: z.array(z.string().max(64)).max(100).default([]),
    })
    .prefault({}),
  /** Whether everybody may read `GET /metrics`; otherwise only callers on this machine may. */
  metrics: z.boolean().default(false),
  /**
   * Redis in which replicas share mailboxes of the relay and rate limits: `redis://…`. Without it
   * the mailboxes are in the data folder and only one process may run.
   */
  redisUrl: z.url({ protocol: /^rediss?$/ }).optional(),
  relay: z
    .strictObject({
      /**
       * Place of the mailboxes without `redisUrl`; `memory` loses all mailboxes when the process
       * ends.
       */
      store: z.enum(['disk', 'memory']).default('disk'),
      /** Maximum number of bytes of all mailboxes together. */
      maxBytes: z.int().min(1_048_576).default(536_870_912),
      /**
       * Maximum number of stored bytes that one network address published; default: a quarter of
       * `maxBytes`.
       */
      bytesPerAddress: z.int().min(65_536).optional(),
      /**
       * Maximum number of stored bytes that one client published; default: an eighth of `maxBytes`.
       */
      bytesPerClient: z.int().min(65_536).optional(),
      /**
       * Maximum number of stored bytes that clients of one project published, and likewise those
       * that name no known project; default: half of `maxBytes` where there are several projects.
       */
      bytesPerProject: z.int().min(65_536).optional(),
      /**
       * Addresses under which clients reach the relay; an auth token whose audience is another host
       * is refused.
       */
      publicUrls: z
        .array(z.url({ protocol: /^(?:wss?|https?)$/ }))
        .max(20)
        .default([]),
      connectionsPerAddress: z.int().positive().default(500),
      connectionsPerClient: z.int().positive().default(20),
      subscriptionsPerAddress: z.int().positive().default(20_000),
      subscriptionsPerClient: z.int().positive().max(100_000).default(2_000),
      /**
       * Token buckets per client for messages and for bytes; one network address may publish
       * `perAddress` times as much.
       */
      publish: z
        .strictObject({
          capacity: z.number().positive().default(1_000),
          refillPerSecond: z.number().positive().default(50),
          bytesCapacity: z.number().positive().default(16_777_216),
          bytesPerSecond: z.number().positive().default(1_048_576),
          perAddress: z.number().min(1).default(8),
        })
        .prefault({}),
    })
    .prefault({}),
  /** PostgreSQL that the replicas share: `postgres://…`; default: PGlite in the data folder. */
  databaseUrl: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  /** Settings of PostgreSQL connections. */
  database: z
    .strictObject({
      maxConnections: z.int().min(2).max(1_000).default(10),
      statementTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
      /** Milliseconds that a starting gateway waits for an unreachable server. */
      startTimeoutMs: z.int().min(0).max(3_600_000).default(30_000),
    })
    .prefault({}),
  index: z
    .strictObject({
      /** Size limit of the index tables; above it the oldest blocks are deleted first. */
      maxBytes: z.int().min(1_048_576).default(10_737_418_240),
      /**
       * Days that token names and collectible pictures are kept after they were last read from the
       * chain. Those in use are read again after 30 days.
       */
      keepFactsDays: z.int().min(31).max(maxRetentionDays).default(180),
      /**
       * Tokens that are always shown as spam, and tokens that never are, whatever the spam rules
       * decide.
       */
      spam: z.array(assetId).max(10_000).default([]),
      notSpam: z.array(assetId).max(10_000).default([]),
    })
    .prefault({}),
  prices: z
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
    .prefault({}),
  /**
   * Optional external sources of history, prices and exchange rates. The sources of history are
   * called in the order in which they stand here, where the index cannot answer.
   */
  upstreams: z
    .strictObject({
      etherscan: upstream.optional(),
      blockscout: upstream.optional(),
      prices: upstream.optional(),
      rates: upstream.omit({ chains: true }).optional(),
    })
    .prefault({}),
  ...tradingShape,
  vault: vaultShape.optional(),
  emailCapture: emailCaptureShape,
  analytics: z
    .strictObject({
      keepDays: z.int().min(1).max(maxRetentionDays).default(90),
      /** Days that daily event counts are kept; the dashboard draws 90 of them. */
      keepCountsDays: z.int().min(90).max(maxRetentionDays).default(1_095),
      /**
       * Whether account addresses of events are kept in clear; if false, only a keyed hash is kept.
       */
      keepAddresses: z.boolean().default(false),
    })
    .prefault({}),
  /** Rate limit of a whole project, in addition to the limit per caller. */
  projectRateLimit: z
    .strictObject({
      capacity: z.number().positive().default(5_000),
      refillPerSecond: z.number().positive().default(200),
    })
    .prefault({}),
  /** Collector that receives trace spans (OTLP over HTTP); without it no spans are sent. */
  otlpUrl: httpUrl.optional(),
  images: z
    .strictObject({
      timeoutMs: z.int().min(100).max(60_000).default(5_000),
      maxBytes: z.int().min(1024).max(20_971_520).default(2_097_152),
      /** Side of the square, in pixels, that an image is fitted into. */
      sizePx: z.int().min(16).max(1024).default(128),
      /**
       * HTTP gateway for `ipfs://…`, such as `https://ipfs.example/ipfs/`; without it IPFS pictures
       * and documents are left out.
       */
      ipfsGateway: httpUrl.optional(),
    })
    .prefault({}),
})

/** The whole configuration, with defaults filled in. */
export type Config = z.output<typeof configSchema>
