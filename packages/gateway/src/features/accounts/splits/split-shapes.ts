import { z } from 'zod'

const base64UpTo = (maxBytes: number) =>
  z
    .string()
    .max(maxBytes)
    .regex(/^[\w-]+$/, 'must be base64url')
/** Ids of database rows: 16 bytes as base64url. */
export const rowId = z.string().regex(/^[\w-]{22}$/)
const compressedPoint = z.string().regex(/^0[23][\da-f]{64}$/, 'must be a compressed point in hex')
export const rawPoint = z.string().regex(/^[\w-]{87}$/, 'must be a raw P-256 point in base64url')

export const publicKeysShape = z.strictObject({
  eip155: compressedPoint,
  solana: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  bip122: compressedPoint,
})

const storedMethodFields = { id: rowId.optional(), sealed: base64UpTo(2_048) }
/** An ECDSA signature over secp256k1: r and s. */
const signature = z.string().regex(/^[\w-]{86}$/, 'must be 64 bytes in base64url')
const keyedMethodFields = { ...storedMethodFields, vouch: signature }

/** A recovery method as the vault sends it; it has an id when it exists already. */
const recoveryShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('passkey'),
    publicKey: rawPoint,
    credential: base64UpTo(2_048),
    salt: base64UpTo(64),
    isSynced: z.boolean(),
    ...keyedMethodFields,
  }),
  z.strictObject({
    kind: z.literal('password'),
    publicKey: rawPoint,
    salt: base64UpTo(64),
    // Argon2 costs of a recovery password (memory in KiB): at least OWASP's minimum, at most what a
    // phone can bear.
    memory: z.int().min(19_456).max(1_048_576),
    passes: z.int().min(1).max(64),
    lanes: z.int().min(1).max(16),
    ...keyedMethodFields,
  }),
  z.strictObject({ kind: z.literal('operator'), ...storedMethodFields }),
])

export const newSplit = z.strictObject({
  expects: rowId.nullable(),
  publics: publicKeysShape,
  share: base64UpTo(128),
  recovery: z.array(recoveryShape).max(10),
  recovered: rowId.optional(),
  signature,
})

export const releaseShape = z.strictObject({
  split: rowId,
  sealTo: rawPoint,
  operation: z.enum(['sign', 'split', 'export']),
  payload: z.string().regex(/^[\da-f]{64}$/),
})
