import type { NonceStore } from '@latchkey/siwx'
import { and, eq } from 'drizzle-orm'
import { signInChallenges } from '../../data/sign-in-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { SignInSite } from '../../ports/sign-in-port.ts'

/**
 * Keeps the challenges of one site. A nonce of another project or origin is unknown here, even when
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
      // Of two proofs at the same time the second waits for the row of the first, and finds it gone.
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
