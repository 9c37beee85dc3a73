import { and, eq } from 'drizzle-orm'
import type { Budget, Budgets } from '../../../data/budgets.ts'
import type { Sql } from '../../../data/sql.ts'
import { vaultDevices } from '../../../data/vault-schema.ts'
import { noticeMail } from '../../mail/code-mail.ts'
import type { MailQueue } from '../../mail/mail-queue.ts'
import type { NoticeKind } from '../../mail/notice-words.ts'
import { noticeAddresses } from '../accounts.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import type { LinkPurpose, Links } from './links.ts'

/**
 * Of one account: more changes than that in a day are nobody's wish, and would fill the mailbox.
 */
const changes: Budget = { name: 'changes', most: 20, windowMs: 86_400_000 }

/**
 * Words to the owner of what was done, by mail to the account's address and to those that its
 * providers have confirmed; an account without any is told by its devices alone.
 */
export interface Notices {
  /** Before a change: one that could not be told of is not made. @throws `rate-limited` */
  countChange(account: string): Promise<void>
  /** @param stops - what the link of the mail stops; absent: the mail has none */
  tell(
    what: NoticeKind,
    of: Pick<Session, 'account' | 'device'>,
    stops?: LinkPurpose,
    /** Addresses that the account had before. */
    former?: readonly string[],
  ): Promise<void>
}

interface Parts {
  readonly db: Sql
  readonly budgets: Budgets
  readonly mails: MailQueue
  readonly links: Links
  /** Of the vault. */
  readonly origin: string
}

export function mailedNotices({ db, budgets, mails, links, origin }: Parts): Notices {
  return {
    async countChange(account) {
      const wait = await budgets.take(changes, account)
      if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
    },
    async tell(what, { account, device }, stops, former = []) {
      const addresses = new Set([...former, ...(await noticeAddresses(db, account))])
      if (addresses.size === 0) return
      const [row] = await db
        .select()
        .from(vaultDevices)
        .where(and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)))
      const { site = null, label = '', project } = row ?? {}
      const text =
        stops && project
          ? await links.makeLink({ accountId: account, what: stops, device })
          : undefined
      const link = text === undefined ? {} : { link: `${origin}/p/stop/${project}#${text}` }
      const mail = noticeMail(what, { site, label, vault: new URL(origin).host, ...link })
      for (const to of addresses) {
        await mails.send({ to, ...mail }, account)
      }
    },
  }
}
