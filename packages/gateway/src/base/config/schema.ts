import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { chainShape, tokenShape } from './chains.ts'
import { emailCaptureShape } from './mail.ts'
import { ordersShape } from './orders.ts'
import { assetId, httpUrl, upstream } from './parts.ts'
import { pricesShape } from './prices.ts'
import { projectSchema } from './projects.ts'
import { relayShape } from './relay.ts'
import { tradingShape } from './trading.ts'
import { vaultShape } from './vault.ts'

/** Largest number of days that a setting for keeping data may have. */
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
  chains: z.array(chainShape).max(500).default([]),
  tokens: z.array(tokenShape).max(5000).default([]),
  /** Chain on which names are looked up; default: the first chain with a universal resolver. */
  identityChain: chainIdSchema.optional(),
  projects: z.array(projectSchema).max(1000).default([]),
  /**
   * Ids of wallet listings, the gateway's or the WalletConnect explorer's, that are marked as
   * certified.
   */
  wallets: z
    .strictObject({ certified: z.array(z.string().max(128)).max(1_000).default([]) })
    .prefault({}),
  /** Rate limit (token bucket) of each caller on each route. */
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
      /** RPC methods that pages may call in addition to the public ones: exact names. */
      allowMethods: z.array(z.string().max(64)).max(100).default([]),
    })
    .prefault({}),
  /** Whether everybody may read `GET /metrics`; otherwise only callers on this machine may. */
  metrics: z.boolean().default(false),
  /**
   * Redis in which replicas share the relay's messages and the rate limits: `redis://…`. Without it
   * the messages are in the data folder and only one process may run.
   */
  redisUrl: z.url({ protocol: /^rediss?$/ }).optional(),
  relay: relayShape,
  /** PostgreSQL that the replicas share: `postgres://…`; default: PGlite in the data folder. */
  databaseUrl: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  /** Settings of PostgreSQL connections. */
  database: z
    .strictObject({
      maxConnections: z.int().min(2).max(1_000).default(10),
      statementTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
      /** Milliseconds that a starting gateway waits for a PostgreSQL server that is unreachable. */
      startTimeoutMs: z.int().min(0).max(3_600_000).default(30_000),
    })
    .prefault({}),
  index: z
    .strictObject({
      /** Maximum size of the index tables; when they are larger, the oldest blocks are deleted. */
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
  prices: pricesShape,
  /**
   * Optional external sources of history, prices and exchange rates. For what the index cannot
   * answer, the sources of history are called in the order in which they are configured here.
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
  orders: ordersShape.optional(),
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
  /** Rate limit of all requests of a project together, in addition to the limit per caller. */
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
