import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { address, assetId, upstream } from './parts.ts'

/** Uniswap-v2-shaped pools that may be swapped on. */
const swapRouter = z.strictObject({
  chain: chainIdSchema,
  name: z.string().min(1).max(64).default('Pools'),
  factory: address,
  router: address,
  /** The coin as a token. */
  wrapped: address,
  /** What every pool keeps, in hundredths of a percent. */
  feeBps: z.int().min(0).max(1_000).default(30),
  /** Tokens, beside the wrapped coin, that a route of two pools may pass through. */
  between: z.array(address).max(10).default([]),
})

/** The keys of the configuration about swaps, buying and names. */
export const tradingShape = {
  swap: z
    .strictObject({
      routers: z.array(swapRouter).max(100).default([]),
      /** 0x Swap API v2, or another server of that shape. */
      zeroEx: upstream
        .extend({
          /**
           * The only contract that may be allowed to take tokens: by default the AllowanceHolder of
           * docs.0x.org, "Contracts".
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
          /** Of the operator's account there; without a key the page alone is led to. */
          appId: z.string().min(1).max(128).optional(),
          /** Where visitors are taken to live who do not say: ISO 3166-1. */
          country: z
            .string()
            .regex(/^[A-Z]{2}$/)
            .default('US'),
        })
        .optional(),
      /** No money moves: the card page of `apps/sandbox`. Refused in production. */
      sandbox: upstream.optional(),
    })
    .prefault({}),
  exchanges: z
    .strictObject({
      /** What visitors hold at Coinbase, by the key and on the chains of `onramp.coinbase`. */
      coinbase: z.boolean().default(false),
      /** No money moves: the exchange of `apps/sandbox`. Refused in production. */
      sandbox: upstream.optional(),
    })
    .prefault({}),
  /** A zone of names of the operator's own: `latchkey.eth`. */
  names: z
    .strictObject({
      zone: z
        .string()
        .max(128)
        .regex(/^[a-z\d-]+\.[a-z\d-]+$/, 'must have two labels, as shop.eth'),
      /** Secret, 32 bytes of hex: signs what resolvers are told. `LATCHKEY_NAMES_KEY`. */
      key: z
        .string()
        .regex(/^0x[\da-fA-F]{64}$/)
        .optional(),
      /** How long an answer may be kept. */
      ttlSeconds: z.int().min(1).max(86_400).default(300),
      /** How many names one address may register. */
      perAddress: z.int().min(1).max(1_000).default(1),
      /** First labels that nobody may register. */
      reserved: z.array(z.string().max(64)).max(10_000).default([]),
    })
    .optional(),
  /** Tokens that visitors are warned of, and why. */
  warnings: z
    .array(z.strictObject({ asset: assetId, text: z.string().min(1).max(200) }))
    .max(10_000)
    .default([]),
}
