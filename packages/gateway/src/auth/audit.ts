import { randomUUID } from 'node:crypto'
import type { Sql } from '../data/sql.ts'
import { vaultAudit } from '../data/vault-schema.ts'
import { describeError } from '../describe-error.ts'
import type { Log } from '../log.ts'
import type { Audit } from './contract.ts'

/** The audit log of the database; `settled` resolves when every line that was begun is written. */
export interface DatabaseAudit {
  readonly write: Audit
  settled(): Promise<void>
}

export function databaseAudit(db: Sql, log: Log, now: () => number): DatabaseAudit {
  const open = new Set<Promise<void>>()
  return {
    write({ account, what, device, code }) {
      const row = { id: randomUUID(), at: now(), account, what, device: device ?? null, code: code ?? null }
      const written: Promise<void> = db
        .insert(vaultAudit)
        .values(row)
        .then(
          () => undefined,
          (error) => log.error(describeError(error), 'an audit line is lost'),
        )
        .finally(() => open.delete(written))
      open.add(written)
    },
    async settled() {
      while (open.size) await Promise.all(open)
    },
  }
}
