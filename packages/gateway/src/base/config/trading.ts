import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { address, assetId, upstream } from './parts.ts'

/** A Uniswap-v2 router whose pools are used for swaps. */
const swapRouter = z.strictObject({
  chain: chainIdSchema,
  name: z.string().min(1).max(64).default('Pools'),
  factory: address,
  router: address,
  /** Address of the wrapped coin. */
  wrapped: address,
  /** Fee of every pool, in hundredths of a percent. */
  feeBps: z.int().min(0).max(1_000).default(30),
  /** Tokens, beside the wrapped coin, that may be the middle of a route through two pools. */
  between: z.array(address).max(10).default([]),
})

/** The configuration keys of swaps, purchases and names. */
export const tradingShape = {
  swap: z
    .strictObject({
      routers: z.array(swapRouter).max(100).default([]),
      /** 0x Swap API v2, or another server with the same API. */
      zeroEx: upstream
        .extend({
          /**
           * The only contract that may receive a token allowance; default: the AllowanceHolder
           * contract of 0x.
           */
          spender: address.default('0x0000000000001fF3684f28c67538d4D072C22734'),
        })
        .optional(),
    })
    .prefault({}),
  onramp: z
    .strictObject({
      coinbase: upstream
        .extend({
          /**
           * App id of the operator's account at the provider; without `key` the gateway only links
           * to the payment page.
           */
          appId: z.string().min(1).max(128).optional(),
          /** ISO 3166-1 code of the country to assume for visitors whose country is unknown. */
          country: z
            .string()
            .regex(/^[A-Z]{2}$/)
            .default('US'),
        })
        .optional(),
      /** The demo payment page of `apps/sandbox`, which moves no money. Refused in production. */
      sandbox: upstream.optional(),
    })
    .prefault({}),
  exchanges: z
    .strictObject({
      /**
       * Whether visitors may pay from Coinbase accounts, with the key and chains of
       * `onramp.coinbase`.
       */
      coinbase: z.boolean().default(false),
      /** The demo exchange of `apps/sandbox`, which moves no money. Refused in production. */
      sandbox: upstream.optional(),
    })
    .prefault({}),
  /** The operator's own name zone, such as `latchkey.eth`. */
  names: z
    .strictObject({
      zone: z
        .string()
        .max(128)
        .regex(/^[a-z\d-]+\.[a-z\d-]+$/, 'must have two labels, as shop.eth'),
      /**
       * Secret key, 32 bytes of hex, that signs the answers to resolvers. The environment variable
       * `LATCHKEY_NAMES_KEY` overrides it.
       */
      key: z
        .string()
        .regex(/^0x[\da-fA-F]{64}$/)
        .optional(),
      /** Seconds that a resolver may cache an answer. */
      ttlSeconds: z.int().min(1).max(86_400).default(300),
      /** Maximum number of names that one address may register. */
      perAddress: z.int().min(1).max(1_000).default(1),
      /** Labels that nobody may register. */
      reserved: z.array(z.string().max(64)).max(10_000).default([]),
    })
    .optional(),
  /** Tokens for which the modal shows a warning, each with its text. */
  warnings: z
    .array(z.strictObject({ asset: assetId, text: z.string().min(1).max(200) }))
    .max(10_000)
    .default([]),
}
