import { createHash, timingSafeEqual } from 'node:crypto'
import type { OperatorScope } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { callerKey } from '../../base/caller-key.ts'
import { type TokenBucket, tokenBucket } from '../../base/token-bucket.ts'
import { operatorKeys } from '../../data/operator-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { Fault } from './fault.ts'

/** The operator or program that an operator call authenticated. */
export interface Operator {
  readonly label: string
  readonly scope: OperatorScope
  /** Id of the operator key that was used; null for the operator's own token. */
  readonly keyId: string | null
}

export interface Authorizer {
  /**
   * Authenticates an `Authorization` header.
   * @param caller - network address; only failures are counted for it
   * @throws a fault: `token-missing`, `token-invalid`, `token-revoked`, `rate-limited`
   */
  authorize(header: string | undefined, caller: string): Promise<Operator>
  /**
   * Whether an operator key is still valid; this is checked again and again while a stream is open.
   */
  isKeyValid(keyId: string | null): Promise<boolean>
}

const lastUseIntervalMs = 60_000
const signInFix = 'Sign in with the operator token or a key that is in force'

/** Returns the SHA-256 of a token; only this hash is stored and compared. */
export function hashToken(token: string): Hex {
  return `0x${createHash('sha256').update(token).digest('hex')}`
}

/**
 * Authenticates operators. One network address (or IPv6 /64 network) may send ten wrong tokens,
 * then one every two seconds. Beyond that limit, tokens that were accepted before still pass, so
 * that others at the operator's address cannot lock the operator out.
 */
export function createAuthorizer(
  db: Sql,
  token: string,
  failures: TokenBucket = tokenBucket({ capacity: 10, refillPerSecond: 0.5 }),
): Authorizer {
  const operatorHash = hashToken(token)
  // Hashes of the tokens that were accepted; there are at most as many as there are keys.
  const knownHashes = new Set<string>([operatorHash])
  const identifyOperator = async (givenToken: string): Promise<Operator> => {
    const hash = hashToken(givenToken)
    if (isSameHash(hash, operatorHash)) return { label: 'Operator', scope: 'write', keyId: null }
    const [key] = await db.select().from(operatorKeys).where(eq(operatorKeys.hash, hash))
    if (!key || !isSameHash(key.hash, hash))
      throw new Fault('token-invalid', 'This token is unknown', signInFix)
    if (key.revokedAt) throw new Fault('token-revoked', 'This key has been revoked', signInFix)
    if (!key.usedAt || Date.now() - key.usedAt.getTime() > lastUseIntervalMs)
      await db.update(operatorKeys).set({ usedAt: new Date() }).where(eq(operatorKeys.id, key.id))
    return { label: key.label, scope: key.scope, keyId: key.id }
  }
  return {
    async authorize(header, caller) {
      const [, givenToken] = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '') ?? []
      if (!givenToken)
        throw new Fault('token-missing', 'There is no token', 'Send it as Authorization: Bearer …')
      const key = callerKey(caller)
      const waitSeconds = failures.take(key)
      const hash = hashToken(givenToken)
      if (waitSeconds > 0 && !knownHashes.has(hash))
        throw new Fault('rate-limited', 'Too many wrong tokens', `Wait ${waitSeconds} s`, {
          waitS: waitSeconds,
        })
      const operator = await identifyOperator(givenToken)
      knownHashes.add(hash)
      // Only wrong tokens count towards the limit: an attempt with a right token is not counted
      // after all.
      if (waitSeconds === 0) failures.take(key, -1)
      return operator
    },
    async isKeyValid(keyId) {
      if (keyId === null) return true
      const [key] = await db.select().from(operatorKeys).where(eq(operatorKeys.id, keyId))
      return key !== undefined && key.revokedAt === null
    },
  }
}

function isSameHash(left: Hex, right: Hex): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
