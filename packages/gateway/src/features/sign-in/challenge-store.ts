import type { NonceStore } from '@latchkey/siwx'
import { and, eq } from 'drizzle-orm'
import { signInChallenges } from '../../data/sign-in-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { SignInSite } from '../../ports/sign-in-port.ts'

/**
 * Stores the challenges of one site. The nonce of another project or origin is not found, even when
 * both use the same gateway.
 */
export function challengeStore(
  db: Sql,
  { project, origin }: SignInSite,
  now: () => number,
): NonceStore {
  return {
    async putNonce(nonce, challenge, expiresAt) {
      await db
        .insert(signInChallenges)
        .values({ nonce, projectId: project, origin, challenge, expiresAt })
    },
    async takeNonce(nonce) {
      // When two proofs with the same nonce arrive at once, the second waits until the first has
      // deleted the challenge's row, and then finds no row.
      const [row] = await db
        .delete(signInChallenges)
        .where(
          and(
            eq(signInChallenges.nonce, nonce),
            eq(signInChallenges.projectId, project),
            eq(signInChallenges.origin, origin),
          ),
        )
        .returning()
      return row && row.expiresAt > now() ? row.challenge : undefined
    },
  }
}
