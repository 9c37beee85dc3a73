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

const lifeMs = 300_000

interface Proof {
  readonly challenge: string
  readonly method: string
  /** What was sealed, base64url. */
  readonly opened: string
}

/**
 * A proof of identity by the passkey or password that recovery was set up with. Its key opens what
 * is sealed to it, and nothing else does: neither the password nor what a passkey answers leaves
 * the window. Nothing is kept of a challenge: what is sealed is made anew from it, from the session
 * and from the time of the proof before, so that one challenge proves once.
 */
export interface KeyProofs {
  /** @throws `recovery-failed` where the account has neither */
  makeChallenge(
    session: Session,
  ): Promise<{ readonly challenge: string; readonly methods: readonly StoredRecovery[] }>
  /** The kind of what proved it. @throws `code-expired`; `code-wrong` for what was not opened */
  checkProof(session: Session, proof: Proof): Promise<'passkey' | 'password'>
}

export function keyProofs(parts: {
  readonly db: Sql
  readonly pepper: Pepper
  readonly now: () => number
}): KeyProofs {
  const { db, pepper, now } = parts
  const secretOf = (
    { account, device, id, provedAt }: Session,
    challenge: string,
    method: string,
  ): Buffer => pepper('key-proof', account, device, id, provedAt, challenge, method)
  return {
    async makeChallenge(session) {
      const challenge = `${now() + lifeMs}.${randomBytes(16).toString('base64url')}`
      const rows = await db
        .select()
        .from(vaultMethods)
        .where(eq(vaultMethods.accountId, session.account))
        .orderBy(asc(vaultMethods.createdAt))
      const methods: StoredRecovery[] = []
      for (const { id, method } of rows) {
        if (method.kind === 'operator') continue
        const sealed = await sealTo(
          method.publicKey,
          secretOf(session, challenge, id),
          'proof',
        ).catch((cause) => {
          // What is no key proves nothing; the others still do.
          if (hasCode(cause, 'vault-refused')) return undefined
          throw cause
        })
        if (sealed !== undefined) methods.push({ ...method, id, sealed })
      }
      if (!methods.length)
        throw refuseVault('recovery-failed', { reason: 'No passkey or password was set up' })
      return { challenge, methods }
    },
    async checkProof(session, { challenge, method, opened }) {
      const until = Number(challenge.split('.', 1)[0])
      if (!(until > now() && until <= now() + lifeMs)) throw refuseVault('code-expired')
      const isIt = and(eq(vaultMethods.accountId, session.account), eq(vaultMethods.id, method))
      const [row] = await db.select().from(vaultMethods).where(isIt)
      // One that was removed meanwhile proves nothing any more.
      if (!row || row.method.kind === 'operator') throw refuseVault('code-expired')
      const given = Buffer.from(opened, 'base64url')
      const secret = secretOf(session, challenge, method)
      if (given.length !== secret.length || !timingSafeEqual(given, secret))
        throw refuseVault('code-wrong')
      return row.method.kind
    },
  }
}
