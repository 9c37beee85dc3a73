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

/** How a chain is followed. */
const indexed = z.strictObject({
  /**
   * First block to follow; by default `finality` blocks before the newest when the index is first
   * made.
   */
  fromBlock: z.int().min(0).optional(),
  /**
   * Blocks behind the newest that are believed for good; a reorganisation deeper than this is an
   * error that is said.
   */
  finality: z.int().min(1).max(1_000).default(64),
  /** How often the newest block is asked for. */
  pollMs: z.int().min(100).max(600_000).default(4_000),
  /**
   * `trace`: internal transfers by `debug_traceBlockByHash` or `trace_block`, whichever the node
   * has.
   */
  internal: z.enum(['none', 'trace']).default('none'),
  /** Blocks of logs asked for at once when looking back for an account. */
  logRange: z.int().min(1).max(1_000_000).default(2_000),
  /**
   * How far back an account is looked for, in blocks below where following began; 0 does not look
   * back.
   */
  lookBack: z.int().min(0).default(0),
})

/** A Uniswap-v2-shaped pool the operator trusts for prices. */
const pricePool = z.strictObject({
  chain: chainIdSchema,
  address,
  /**
   * What is priced, and what it is priced in: one of `dollars`, or what another pool prices. The
   * coin stands for its wrapped form.
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
  /** In order of preference. */
  rpcUrls: z.array(httpUrl).min(1).max(20),
  testnet: z.boolean().optional(),
  iconUrl: icon.optional(),
  contracts: z
    .strictObject({ multicall3: address.optional(), ensUniversalResolver: address.optional() })
    .optional(),
  /** History and tokens of our own are kept for chains that have this. */
  index: indexed.optional(),
})

const token = z.strictObject({
  id: assetId,
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(36),
  iconUrl: icon.optional(),
})

/** A site: the same in the file and in the dashboard. */
export const projectSchema = z.strictObject({
  id: slug,
  /** Empty means pages on localhost only. */
  origins: z.array(originRule).max(200).default([]),
  features: z.array(remoteFeatureSchema).max(50).default([]),
  analytics: z.boolean().default(false),
})

/** Longest that events may be kept. */
export const mostDays = 3_650

/** The operator's file, `latchkey.json`: every key may be left out. */
export const configSchema = z.strictObject({
  host: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
  port: z.int().min(0).max(65_535).default(4301),
  /**
   * Read the caller's address from X-Forwarded-For: only behind a proxy of your own, or as many of
   * them as this number says.
   */
  trustProxy: z.union([z.boolean(), z.int().min(1).max(10)]).default(false),
  /**
   * How long a gateway that was told to end (SIGTERM) still serves, while `/ready` says that it is
   * going.
   */
  drainMs: z.int().min(0).max(120_000).default(500),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  chains: z.array(chain).max(500).default([]),
  tokens: z.array(token).max(5000).default([]),
  /** The chain names are looked up on; by default the first with a universal resolver. */
  identityChain: chainIdSchema.optional(),
  projects: z.array(projectSchema).max(1000).default([]),
  /** Ids of listings, ours or of the WalletConnect explorer, that are marked as certified. */
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
      /** Calls in one batch of a page. */
      maxBatch: z.int().min(1).max(1_000).default(50),
      /** Methods served beside the public ones: exact names. */
      allowMethods: z.array(z.string().max(64)).max(100).default([]),
    })
    .prefault({}),
  /** Figures at `GET /metrics` for everybody; without it for callers on this machine only. */
  metrics: z.boolean().default(false),
  /**
   * Where replicas meet: `redis://…`; by default mailboxes lie in the data folder and there is one
   * process.
   */
  redisUrl: z.url({ protocol: /^rediss?$/ }).optional(),
  relay: z
    .strictObject({
      /** Without `redisUrl`; `memory` forgets all mailboxes with the process. */
      store: z.enum(['disk', 'memory']).default('disk'),
      /** Of all mailboxes together. */
      maxBytes: z.int().min(1_048_576).default(536_870_912),
      /** Of what one address published; by default a quarter of `maxBytes`. */
      bytesPerAddress: z.int().min(65_536).optional(),
      /** Of what one client published; by default an eighth of `maxBytes`. */
      bytesPerClient: z.int().min(65_536).optional(),
      /** Addresses clients know the relay by; a token that names none of their hosts is refused. */
      publicUrls: z
        .array(z.url({ protocol: /^(?:wss?|https?)$/ }))
        .max(20)
        .default([]),
      connectionsPerAddress: z.int().positive().default(500),
      connectionsPerClient: z.int().positive().default(20),
      subscriptionsPerAddress: z.int().positive().default(20_000),
      subscriptionsPerClient: z.int().positive().max(100_000).default(2_000),
      /**
       * Token buckets per client: messages, and bytes of them; one address has `perAddress` times
       * as much.
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
  /** `postgres://…`: where replicas share their data; by default PGlite in the data folder. */
  databaseUrl: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  /** Of PostgreSQL. */
  database: z
    .strictObject({
      maxConnections: z.int().min(2).max(1_000).default(10),
      statementTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
      /** How long a start waits for a server that is down. */
      startTimeoutMs: z.int().min(0).max(3_600_000).default(30_000),
    })
    .prefault({}),
  index: z
    .strictObject({
      /** Oldest blocks go first when the tables of the index are larger than this. */
      maxBytes: z.int().min(1_048_576).default(10_737_418_240),
      /**
       * After they were last read: names of tokens, faces of collectibles. What is asked for is
       * read again after 30 days.
       */
      keepFactsDays: z.int().min(31).max(mostDays).default(180),
      /** Tokens shown as spam, and never as spam, whatever the rules say. */
      spam: z.array(assetId).max(10_000).default([]),
      notSpam: z.array(assetId).max(10_000).default([]),
    })
    .prefault({}),
  prices: z
    .strictObject({
      pools: z.array(pricePool).max(1_000).default([]),
      /** Coins taken for one US dollar each. */
      dollars: z.array(assetId).max(100).default([]),
      /** A pool with less than this on its `against` side, in US dollars, is not believed. */
      minLiquidityUsd: z.number().min(0).default(10_000),
      /** The price is the median of what was seen in this time; 0 takes the newest alone. */
      windowMs: z.int().min(0).max(86_400_000).default(600_000),
      /** How often pools are read while anybody asks. */
      everyMs: z.int().min(1_000).max(3_600_000).default(30_000),
      /**
       * What one btc and one eth is; by default a coin with that symbol on a chain that is no
       * testnet.
       */
      coins: z.strictObject({ btc: assetId.optional(), eth: assetId.optional() }).prefault({}),
      /** Fixed rates, `eur: "0.92"` for one US dollar; an upstream's newer ones win. */
      rates: z
        .partialRecord(z.enum(currencies), z.string().regex(/^\d{1,18}(?:\.\d{1,18})?$/))
        .default({}),
    })
    .prefault({}),
  /** Sources besides our own; none is needed. Asked in this order where the index cannot answer. */
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
      keepDays: z.int().min(1).max(mostDays).default(90),
      /** Of counts by the day, which the dashboard draws 90 of. */
      keepCountsDays: z.int().min(90).max(mostDays).default(1_095),
      /** Off keeps a keyed hash instead. */
      keepAddresses: z.boolean().default(false),
    })
    .prefault({}),
  /** Rate limit of a whole project, beside the one per caller. */
  projectRateLimit: z
    .strictObject({
      capacity: z.number().positive().default(5_000),
      refillPerSecond: z.number().positive().default(200),
    })
    .prefault({}),
  /** Spans go here (OTLP over HTTP); none without it. */
  otlpUrl: httpUrl.optional(),
  images: z
    .strictObject({
      timeoutMs: z.int().min(100).max(60_000).default(5_000),
      maxBytes: z.int().min(1024).max(20_971_520).default(2_097_152),
      /** Side of the square an image is fitted into. */
      sizePx: z.int().min(16).max(1024).default(128),
      /**
       * Where `ipfs://…` is fetched, as `https://ipfs.example/ipfs/`; without it such pictures and
       * documents are left out.
       */
      ipfsGateway: httpUrl.optional(),
    })
    .prefault({}),
})

/** The whole configuration, defaults filled in. */
export type Config = z.output<typeof configSchema>
