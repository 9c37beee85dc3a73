import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultLinks } from '../../../data/vault-schema.ts'

/** What the link of a notice stops once its button is pressed. */
export type LinkPurpose = (typeof vaultLinks.$inferSelect)['what']
type Link = typeof vaultLinks.$inferSelect

/** A notice is read late where the mailbox is looked into seldom. */
const lifeMs = 30 * 86_400_000

/** Links of notices: opening one shows what it stops, only its button stops it. */
export interface Links {
  /**
   * @returns the text that the link holds, of letters alone: no run of digits in a mail may pass
   *   for a code
   */
  make(link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<string>
  find(text: string): Promise<Link | undefined>
  /**
   * A freeze spends every link of its kind: the account is frozen. A request's link is spent with
   * those of the same device: others may ask at the same time, and are stopped by theirs.
   */
  spend(db: Sql, link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<void>
  sweep(): Promise<void>
}

export function databaseLinks(db: Sql, now: () => number): Links {
  return {
    async make(link) {
      const text = [...randomBytes(32)]
        .flatMap((byte) => [letter(byte >> 4), letter(byte & 15)])
        .join('')
      await db.insert(vaultLinks).values({ id: digest(text), ...link, expiresAt: now() + lifeMs })
      return text
    },
    async find(text) {
      const isIt = and(eq(vaultLinks.id, digest(text)), gt(vaultLinks.expiresAt, now()))
      const [found] = await db.select().from(vaultLinks).where(isIt)
      return found
    },
    async spend(tx, { accountId, what, device }) {
      const isKind = and(eq(vaultLinks.accountId, accountId), eq(vaultLinks.what, what))
      await tx
        .delete(vaultLinks)
        .where(what === 'freeze' ? isKind : and(isKind, eq(vaultLinks.device, device)))
    },
    async sweep() {
      await db.delete(vaultLinks).where(lt(vaultLinks.expiresAt, now()))
    },
  }
}

const letter = (value: number): string => String.fromCharCode(97 + value)
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
