import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { mailRate, smtpShape } from './mail.ts'
import { vaultFarcaster, vaultProviders } from './vault-providers.ts'
import { smallPaymentsShape } from './vault-small.ts'
import { smartAccountsShape } from './vault-smart.ts'

const bareOrigin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin, as https://vault.example',
  )

/** Settings of email and social sign-in; without this key neither is offered. */
export const vaultShape = z.strictObject({
  /** Origin of the vault: a site of its own, separate from every page that embeds it. */
  origin: bareOrigin,
  host: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
  port: z.int().min(0).max(65_535).default(4302),
  /** Folder of the built vault; without it the API works, but the vault's pages are not served. */
  files: z.string().min(1).optional(),
  smtp: smtpShape,
  keys: z
    .strictObject({
      /**
       * File that holds the encryption key; default: `vault.key` in the data folder. It is never
       * part of a backup.
       */
      file: z.string().min(1).optional(),
      /** Uses AWS KMS instead of a key file. */
      aws: z
        .strictObject({
          keyId: z.string().min(1).max(2_048),
          region: z.string().regex(/^[a-z\d-]{1,32}$/),
          endpoint: z.url({ protocol: /^https?$/ }).optional(),
          /**
           * Credentials of a user with only `kms:Encrypt` and `kms:Decrypt` on this key;
           * environment variables (`AWS_…`) override all three.
           */
          accessKeyId: z.string().min(1).max(256).optional(),
          secretAccessKey: z.string().min(1).max(1_024).optional(),
          sessionToken: z.string().min(1).max(8_192).optional(),
        })
        .optional(),
    })
    .refine(({ file, aws }) => file === undefined || aws === undefined, 'one of file and aws')
    .prefault({}),
  /** Hours after which a user must prove the identity again. */
  signInHours: z.number().positive().max(720).default(24),
  /**
   * Most that an account without recovery may send, by chain, in base units of the chain's coin.
   */
  limits: z.partialRecord(chainIdSchema, z.string().regex(/^\d{1,78}$/)).default({}),
  small: smallPaymentsShape.default({}),
  /**
   * Whether the operator's key service may also decrypt recovery shares of users' keys. If it may,
   * the operator alone can reconstruct every key.
   */
  recoveryByOperator: z.boolean().default(false),
  /**
   * Hours between a device's recovery request and the operator's approval taking effect. Without
   * this wait, control of the sign-in alone would give control of the wallet.
   */
  recoveryWaitHours: z.number().min(1).max(2_160).default(72),
  /** Chain families for which accounts are created. */
  namespaces: z
    .array(z.enum(['eip155', 'solana', 'bip122']))
    .min(1)
    .default(['eip155', 'solana', 'bip122']),
  providers: vaultProviders.prefault({}),
  farcaster: vaultFarcaster.optional(),
  smart: smartAccountsShape.default({}),
  /** Maximum number of mails of one kind to one address in ten minutes. */
  mailsPerAddress: z.int().min(1).max(1_000).default(3),
  /** Days that lines of the audit log are kept. */
  auditDays: z.int().min(1).max(3_650).default(365),
  /** Rate limit of mails, per caller and per project. */
  mailRate,
})
