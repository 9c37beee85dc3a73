import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultLinks } from '../../../data/vault-schema.ts'

/** The action that the button of a link in a notice executes. */
export type LinkPurpose = (typeof vaultLinks.$inferSelect)['what']
type Link = typeof vaultLinks.$inferSelect

/** Lifetime of a link in milliseconds: long, because some mailboxes are read seldom. */
const linkLifeMs = 30 * 86_400_000

/**
 * Links in notice mails. Opening a link only shows its action; the button on the page executes it.
 */
export interface Links {
  /**
   * Creates a link.
   * @returns the link's secret text, in letters only: digits in a mail could be mistaken for a code
   */
  makeLink(link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<string>
  findLink(text: string): Promise<Link | undefined>
  /**
   * Makes links invalid after their action was executed. After a freeze, all freeze links of the
   * account are invalid. After a recovery request was stopped, all links about requests of the same
   * device are invalid; requests of other devices have their own links.
   */
  spendLinks(db: Sql, link: Pick<Link, 'accountId' | 'what' | 'device'>): Promise<void>
  sweep(): Promise<void>
}

export function databaseLinks(db: Sql, now: () => number): Links {
  return {
    async makeLink(link) {
      const linkText = [...randomBytes(32)]
        .flatMap((byte) => [toLetter(byte >> 4), toLetter(byte & 15)])
        .join('')
      await db
        .insert(vaultLinks)
        .values({ id: hashLinkText(linkText), ...link, expiresAt: now() + linkLifeMs })
      return linkText
    },
    async findLink(text) {
      const isLiveLink = and(eq(vaultLinks.id, hashLinkText(text)), gt(vaultLinks.expiresAt, now()))
      const [found] = await db.select().from(vaultLinks).where(isLiveLink)
      return found
    },
    async spendLinks(tx, { accountId, what, device }) {
      const isOfPurpose = and(eq(vaultLinks.accountId, accountId), eq(vaultLinks.what, what))
      await tx
        .delete(vaultLinks)
        .where(what === 'freeze' ? isOfPurpose : and(isOfPurpose, eq(vaultLinks.device, device)))
    },
    async sweep() {
      await db.delete(vaultLinks).where(lt(vaultLinks.expiresAt, now()))
    },
  }
}

const toLetter = (value: number): string => String.fromCharCode(97 + value)
const hashLinkText = (text: string): string => createHash('sha256').update(text).digest('base64url')
