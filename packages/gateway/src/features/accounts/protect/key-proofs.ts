import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hasCode } from '@latchkey/protocol'
import type { StoredRecovery } from '@latchkey/protocol/vault'
import { and, asc, eq } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultMethods } from '../../../data/vault-schema.ts'
import type { Pepper } from '../keys/pepper.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { sealTo } from '../splits/seal-to.ts'

const challengeLifeMs = 300_000

interface Proof {
  readonly challenge: string
  readonly method: string
  /**
   * The decrypted challenge as base64url; it proves that the visitor has the passkey or password.
   */
  readonly opened: string
}

/**
 * Lets a visitor prove the identity with the recovery passkey or password. A key derived from it
 * decrypts a challenge, so neither the password nor the passkey's answer leaves the window.
 * Challenges are not stored: each is computed again from its id, the session and the time of the
 * last proof, so a used challenge is no longer valid.
 */
export interface KeyProofs {
  /**
   * Creates a challenge.
   * @throws `recovery-failed` when the account has neither passkey nor password
   */
  makeChallenge(
    session: Session,
  ): Promise<{ readonly challenge: string; readonly methods: readonly StoredRecovery[] }>
  /**
   * Checks a proof and returns its kind.
   * @throws `code-expired`; `code-wrong` when the challenge was not decrypted
   */
  checkProof(session: Session, proof: Proof): Promise<'passkey' | 'password'>
}

export function keyProofs(dependencies: {
  readonly db: Sql
  readonly pepper: Pepper
  readonly now: () => number
}): KeyProofs {
  const { db, pepper, now } = dependencies
  const deriveSecret = (
    { account, device, id, provedAt }: Session,
    challenge: string,
    method: string,
  ): Buffer => pepper('key-proof', account, device, id, provedAt, challenge, method)
  return {
    async makeChallenge(session) {
      const challenge = `${now() + challengeLifeMs}.${randomBytes(16).toString('base64url')}`
      const rows = await db
        .select()
        .from(vaultMethods)
        .where(eq(vaultMethods.accountId, session.account))
        .orderBy(asc(vaultMethods.createdAt))
      const methods: StoredRecovery[] = []
      for (const { id, method } of rows) {
        if (method.kind === 'operator') continue
        const sealedSecret = await sealTo(
          method.publicKey,
          deriveSecret(session, challenge, id),
          'proof',
        ).catch((cause) => {
          // A recovery method whose public key is invalid is skipped; the others still work.
          if (hasCode(cause, 'vault-refused')) return undefined
          throw cause
        })
        if (sealedSecret !== undefined) methods.push({ ...method, id, sealed: sealedSecret })
      }
      if (!methods.length)
        throw refuseVault('recovery-failed', { reason: 'No passkey or password was set up' })
      return { challenge, methods }
    },
    async checkProof(session, { challenge, method, opened }) {
      const expiresAt = Number(challenge.split('.', 1)[0])
      if (!(expiresAt > now() && expiresAt <= now() + challengeLifeMs))
        throw refuseVault('code-expired')
      const isProvingMethod = and(
        eq(vaultMethods.accountId, session.account),
        eq(vaultMethods.id, method),
      )
      const [row] = await db.select().from(vaultMethods).where(isProvingMethod)
      // A recovery method that was removed after the challenge was created proves nothing.
      if (!row || row.method.kind === 'operator') throw refuseVault('code-expired')
      const presentedSecret = Buffer.from(opened, 'base64url')
      const secret = deriveSecret(session, challenge, method)
      if (presentedSecret.length !== secret.length || !timingSafeEqual(presentedSecret, secret))
        throw refuseVault('code-wrong')
      return row.method.kind
    },
  }
}
