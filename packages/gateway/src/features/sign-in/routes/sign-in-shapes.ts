import { accountIdSchema, chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'

const time = z.iso.datetime()
const text = z.string().max(2_048)

/**
 * Body of a request for a challenge. Without `account` the visitor picks the account in the wallet.
 */
export const challengeRequest = z.object({ account: z.string().max(256).optional() })

/** Body of a proof: the message that the wallet signed, and the signature. */
export const proofRequest = z.object({
  /** CAIP-10 id of the account that signed. */
  account: z.string().max(256),
  message: z.string().max(10_000),
  /** The signature: hex on eip155 and stacks, base58 on solana, base64 on bip122. */
  signature: z.string().max(100_000),
  /** Whether the answer contains a token for the session, instead of setting a cookie. */
  token: z.boolean().optional(),
})

/** Answer with a challenge: the fields of CAIP-122 that do not depend on the account. */
export const challengeAnswer = z.object({
  challenge: z.object({
    domain: text,
    uri: text,
    nonce: text,
    statement: text.optional(),
    issuedAt: time,
    expirationTime: time,
  }),
})

/** A session: the account that is signed in, and until when. */
export const sessionShape = z.object({
  /** The account that signed in, as a CAIP-10 id; always exactly one. */
  accounts: z.array(accountIdSchema).length(1),
  address: z.string().max(128),
  chain: chainIdSchema,
  /** The project and the origin of the page that the session is for. */
  project: z.string().max(64),
  origin: z.string().max(512),
  issuedAt: time,
  expiresAt: time,
})

/** Answer to a proof. `token` is present only when the request asked for it. */
export const proofAnswer = z.object({ session: sessionShape, token: z.string().optional() })

/** Answer to the request for the session; null when nobody is signed in. */
export const sessionAnswer = z.object({ session: sessionShape.nullable() })
