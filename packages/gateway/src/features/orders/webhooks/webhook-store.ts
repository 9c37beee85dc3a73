import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { KeyedHash } from '../../../base/keyed-hash.ts'
import { openText, sealText } from '../../../base/seal-text.ts'
import { orderWebhooks } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** The webhook of a project, without the secret with which its calls are signed. */
export interface Webhook {
  readonly url: string
  readonly changedAt: Date
}

/** Stores the webhooks of the projects, with encrypted secrets. */
export interface WebhookStore {
  find(projectId: string): Promise<Webhook | undefined>
  /** Reads the address of a project's webhook, and the secret with which its calls are signed. */
  open(projectId: string): Promise<{ readonly url: string; readonly secret: string } | undefined>
  /**
   * Sets the address of a project's webhook. The first address, or `isSecretNew`, makes a new
   * secret. Only this call returns the secret; it cannot be read later.
   */
  set(projectId: string, url: string, isSecretNew: boolean): Promise<string | undefined>
  remove(projectId: string): Promise<void>
}

export function webhookStore(db: Sql, hash: KeyedHash): WebhookStore {
  const key = hash('order-webhook')
  const read = async (projectId: string): Promise<typeof orderWebhooks.$inferSelect | undefined> =>
    (await db.select().from(orderWebhooks).where(eq(orderWebhooks.projectId, projectId)))[0]
  return {
    find: read,
    async open(projectId) {
      const row = await read(projectId)
      return row && { url: row.url, secret: openText(key, projectId, row.sealedSecret) }
    },
    async set(projectId, url, isSecretNew) {
      const changedAt = new Date()
      if (!isSecretNew) {
        const updated = await db
          .update(orderWebhooks)
          .set({ url, changedAt })
          .where(eq(orderWebhooks.projectId, projectId))
          .returning({ url: orderWebhooks.url })
        if (updated.length > 0) return undefined
      }
      const secret = `lkw_${randomBytes(32).toString('base64url')}`
      const row = { url, changedAt, sealedSecret: sealText(key, projectId, secret) }
      await db
        .insert(orderWebhooks)
        .values({ projectId, ...row })
        .onConflictDoUpdate({ target: orderWebhooks.projectId, set: row })
      return secret
    },
    async remove(projectId) {
      await db.delete(orderWebhooks).where(eq(orderWebhooks.projectId, projectId))
    },
  }
}
