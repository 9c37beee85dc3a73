import { randomUUID } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import { tokenBucket } from '../../base/token-bucket.ts'
import type { Sql } from '../../data/sql.ts'
import { vaultAudit } from '../../data/vault-schema.ts'
import type { Audit } from './contract.ts'

/**
 * Writes the audit log to the database; `whenSettled` resolves when all pending lines are written.
 */
export interface DatabaseAudit {
  readonly write: Audit
  /** Deletes audit lines that are older than the configured time. */
  sweep(): Promise<void>
  whenSettled(): Promise<void>
}

/**
 * Rate limit of audit lines about refused calls, for each account and kind, and for all callers
 * without an account together: deliberate failures cannot flood the audit log.
 */
const refusalLimit = { capacity: 60, refillPerSecond: 1 / 60 }
/** Rate limit of the log line that says that audit lines were left out. */
const dropLogLimit = { capacity: 1, refillPerSecond: 1 / 60 }

interface AuditDependencies {
  readonly db: Sql
  readonly log: Log
  /** Milliseconds that an audit line is kept. */
  readonly keptMs: number
  readonly now: () => number
}

export function databaseAudit({ db, log, keptMs, now }: AuditDependencies): DatabaseAudit {
  const pendingWrites = new Set<Promise<void>>()
  const refusalBucket = tokenBucket(refusalLimit, now)
  const dropLogBucket = tokenBucket(dropLogLimit, now)
  return {
    write({ account, what, device, code }) {
      const [kind = ''] = what.split(' ', 1)
      if (code !== undefined && refusalBucket.take(JSON.stringify([account, kind])) > 0) {
        if (dropLogBucket.take('') === 0)
          log.info({ kind }, 'too many refusals of a kind: lines of the audit are left out')
        return
      }
      const row = {
        id: randomUUID(),
        at: now(),
        account,
        what,
        device: device ?? null,
        code: code ?? null,
      }
      const auditWrite: Promise<void> = db
        .insert(vaultAudit)
        .values(row)
        .then(
          () => undefined,
          (error) => log.error(describeError(error), 'an audit line is lost'),
        )
        .finally(() => pendingWrites.delete(auditWrite))
      pendingWrites.add(auditWrite)
    },
    async sweep() {
      await db.delete(vaultAudit).where(lt(vaultAudit.at, now() - keptMs))
    },
    async whenSettled() {
      while (pendingWrites.size) {
        await Promise.all(pendingWrites)
      }
    },
  }
}
