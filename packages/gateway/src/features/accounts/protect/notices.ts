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
 * Limit of changes per account and day: more changes are not plausible, and their notices would
 * fill the owner's mailbox.
 */
const changeBudget: Budget = { name: 'changes', most: 20, windowMs: 86_400_000 }

/**
 * Notices that tell the owner about changes of the account. They are mailed to the account's
 * address and to the addresses that its sign-in providers confirmed. An account without any address
 * gets no mails; its devices still show the changes.
 */
export interface Notices {
  /**
   * Counts a change before it is made. When the limit of changes is reached, it throws and the
   * change must not be made, because no notice could be sent about it.
   * @throws `rate-limited`
   */
  countChange(account: string): Promise<void>
  /**
   * Sends a notice.
   * @param linkPurpose - action of the link in the mail; absent for a mail without a link
   */
  tell(
    kind: NoticeKind,
    accountDevice: Pick<Session, 'account' | 'device'>,
    linkPurpose?: LinkPurpose,
    /** Earlier email addresses of the account, which get the notice too. */
    formerAddresses?: readonly string[],
  ): Promise<void>
}

interface NoticeDependencies {
  readonly db: Sql
  readonly budgets: Budgets
  readonly mails: MailQueue
  readonly links: Links
  /** Origin of the vault. */
  readonly origin: string
}

export function mailedNotices({ db, budgets, mails, links, origin }: NoticeDependencies): Notices {
  return {
    async countChange(account) {
      const waitSeconds = await budgets.take(changeBudget, account)
      if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
    },
    async tell(kind, { account, device }, linkPurpose, formerAddresses = []) {
      const addresses = new Set([...formerAddresses, ...(await noticeAddresses(db, account))])
      if (addresses.size === 0) return
      const [row] = await db
        .select()
        .from(vaultDevices)
        .where(and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)))
      const { site = null, label = '', project } = row ?? {}
      const text =
        linkPurpose && project
          ? await links.makeLink({ accountId: account, what: linkPurpose, device })
          : undefined
      const link = text === undefined ? {} : { link: `${origin}/p/stop/${project}#${text}` }
      const mail = noticeMail(kind, { site, label, vault: new URL(origin).host, ...link })
      for (const mailAddress of addresses) {
        await mails.send({ to: mailAddress, ...mail }, account)
      }
    },
  }
}
