import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultProofs } from '../../../data/vault-schema.ts'
import { proofLifeMs, type VerifiedProof } from './read-proof.ts'

/**
 * Remembers, for all replicas, the proofs of possession that were used, as long as they are valid.
 */
export interface UsedProofs {
  /** Records that a proof was used; returns false when it was used before. */
  use(proof: VerifiedProof): Promise<boolean>
  sweep(): Promise<void>
}

export function usedProofs(db: Sql, now: () => number): UsedProofs {
  return {
    async use({ device, jti }) {
      const id = createHash('sha256').update(`${device} ${jti}`).digest('base64url')
      // A used proof is kept for two minutes: a proof of a device whose clock is a minute ahead is
      // valid that long.
      const expiresAt = now() + 2 * proofLifeMs + 1_000
      const insertedRows = await db
        .insert(vaultProofs)
        .values({ id, expiresAt })
        .onConflictDoNothing()
        .returning({ id: vaultProofs.id })
      return insertedRows.length === 1
    },
    async sweep() {
      await db.delete(vaultProofs).where(lt(vaultProofs.expiresAt, now()))
    },
  }
}
