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
  makeLink(link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<string>
  findLink(text: string): Promise<Link | undefined>
  /**
   * A freeze spends every link of its kind: the account is frozen. A request's link is spent with
   * those of the same device: others may ask at the same time, and are stopped by theirs.
   */
  spendLinks(db: Sql, link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<void>
  sweep(): Promise<void>
}

export function databaseLinks(db: Sql, now: () => number): Links {
  return {
    async makeLink(link) {
      const text = [...randomBytes(32)]
        .flatMap((byte) => [letterOf(byte >> 4), letterOf(byte & 15)])
        .join('')
      await db.insert(vaultLinks).values({ id: digestOf(text), ...link, expiresAt: now() + lifeMs })
      return text
    },
    async findLink(text) {
      const isIt = and(eq(vaultLinks.id, digestOf(text)), gt(vaultLinks.expiresAt, now()))
      const [found] = await db.select().from(vaultLinks).where(isIt)
      return found
    },
    async spendLinks(tx, { accountId, what, device }) {
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

const letterOf = (value: number): string => String.fromCharCode(97 + value)
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
