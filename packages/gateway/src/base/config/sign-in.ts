import { z } from 'zod'

/**
 * Settings of the sign-in that the gateway offers to pages without a server of their own. Without
 * these settings nobody can sign in at the gateway.
 */
export const signInShape = z.strictObject({
  /**
   * Sentence that wallets show above the other fields of the sign-in text: ASCII without quotes and
   * angle brackets, as EIP-4361 allows it.
   */
  statement: z
    .string()
    .min(1)
    .max(512)
    .regex(
      /^[-\w.~:/?#[\]@!$&'()*+,;= ]+$/,
      'must be ASCII without quotes, angle brackets and line breaks',
    )
    .optional(),
  /** Milliseconds within which a visitor must sign a sign-in text after it was given out. */
  challengeLifetimeMs: z.int().min(30_000).max(3_600_000).default(300_000),
  /** Milliseconds after which a session ends. Using a session does not prolong it. */
  sessionLifetimeMs: z.int().min(60_000).max(31_536_000_000).default(604_800_000),
})
