import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { mailRate, smtpShape } from './mail.ts'
import { vaultFarcaster, vaultProviders } from './vault-providers.ts'
import { vaultSmall } from './vault-small.ts'
import { vaultSmart } from './vault-smart.ts'

const bareOrigin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin, as https://vault.example',
  )

/** Email and social sign-in; without this key there is none. */
export const vaultShape = z.strictObject({
  /** Of the vault: a site of its own, apart from every page that embeds it. */
  origin: bareOrigin,
  host: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
  port: z.int().min(0).max(65_535).default(4302),
  /** Folder of the built vault; without it calls are answered, documents are not. */
  files: z.string().min(1).optional(),
  smtp: smtpShape,
  keys: z
    .strictObject({
      /** Where the key lies; by default `vault.key` in the data folder. Never in a back-up. */
      file: z.string().min(1).optional(),
      /** AWS KMS instead of a file. */
      aws: z
        .strictObject({
          keyId: z.string().min(1).max(2_048),
          region: z.string().regex(/^[a-z\d-]{1,32}$/),
          endpoint: z.url({ protocol: /^https?$/ }).optional(),
          /**
           * Of a user that may `kms:Encrypt` and `kms:Decrypt` with this key only; the environment
           * overlays all three: `AWS_…`.
           */
          accessKeyId: z.string().min(1).max(256).optional(),
          secretAccessKey: z.string().min(1).max(1_024).optional(),
          sessionToken: z.string().min(1).max(8_192).optional(),
        })
        .optional(),
    })
    .refine(({ file, aws }) => file === undefined || aws === undefined, 'one of file and aws')
    .prefault({}),
  /** From a proof of identity to the next. */
  signInHours: z.number().positive().max(720).default(24),
  /** What an account without recovery may send, by chain, in base units of its own coin. */
  limits: z.partialRecord(chainIdSchema, z.string().regex(/^\d{1,78}$/)).default({}),
  small: vaultSmall.default({}),
  /**
   * The operator's key service opens recovery shares, too: the operator alone can then make every
   * key.
   */
  recoveryByOperator: z.boolean().default(false),
  /**
   * From a device's request to what the operator's key service opens for it; without a wait whoever
   * has the sign-in has the wallet.
   */
  recoveryWaitHours: z.number().min(1).max(2_160).default(72),
  /** Families whose accounts are made. */
  namespaces: z
    .array(z.enum(['eip155', 'solana', 'bip122']))
    .min(1)
    .default(['eip155', 'solana', 'bip122']),
  providers: vaultProviders.prefault({}),
  farcaster: vaultFarcaster.optional(),
  smart: vaultSmart.default({}),
  /** Mails of a kind to one address in ten minutes. */
  mailsPerAddress: z.int().min(1).max(1_000).default(3),
  /** How long lines of the audit log are kept. */
  auditDays: z.int().min(1).max(3_650).default(365),
  /** Mails asked for by one caller, and by the pages of one project. */
  mailRate,
})
