import type { Log } from '../../base/log.ts'
import { type Budgets, databaseBudgets } from '../../data/budgets.ts'
import type { Sql } from '../../data/sql.ts'
import { type MailQueue, mailQueue } from '../mail/mail-queue.ts'
import type { SendMail } from '../mail/send-mail.ts'
import { type DatabaseAccounts, databaseAccounts } from './accounts.ts'
import { databaseAudit } from './audit.ts'
import { type Codes, databaseCodes } from './codes/codes.ts'
import type { Audit, KeyService } from './contract.ts'
import { openPepper, type Pepper } from './keys/pepper.ts'
import { databaseLinks, type Links } from './protect/links.ts'
import { mailedNotices, type Notices } from './protect/notices.ts'
import { databaseSessions, type Sessions } from './sessions.ts'

export interface AuthOptions {
  readonly db: Sql
  readonly keys: KeyService
  readonly deliver: SendMail
  readonly log: Log
  /** Origin of the vault. */
  readonly origin: string
  readonly signInHours: number
  readonly mailsPerAddress: number
  /** Days that lines of the audit log are kept. */
  readonly auditDays?: number
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
}

/**
 * The services on which the vault's calls and sign-ins are built, such as accounts, sessions and
 * mailed codes.
 */
export interface Auth {
  readonly db: Sql
  readonly keys: KeyService
  readonly log: Log
  readonly origin: string
  readonly accounts: DatabaseAccounts
  readonly codes: Codes
  readonly sessions: Sessions
  readonly budgets: Budgets
  readonly pepper: Pepper
  readonly mails: MailQueue
  readonly audit: Audit
  readonly links: Links
  readonly notices: Notices
  readonly now: () => number
  /** Deletes the expired rows of all vault tables. */
  sweep(): Promise<void>
  /**
   * Resolves when the mails and audit lines in progress are finished; a mail that failed may be
   * left for a later attempt.
   */
  settled(): Promise<void>
}

/** Opens the services. @throws when the key service has another key than this database */
export async function openAuth(options: AuthOptions): Promise<Auth> {
  const {
    db,
    keys,
    deliver,
    log,
    origin,
    signInHours,
    mailsPerAddress,
    auditDays = 365,
    now = Date.now,
  } = options
  const pepper = await openPepper(db, keys)
  const {
    write: audit,
    sweep,
    whenSettled: settled,
  } = databaseAudit({ db, log, keptMs: auditDays * 86_400_000, now })
  const budgets = databaseBudgets(db, pepper, now)
  const mails = mailQueue({
    name: 'vault',
    db,
    hash: pepper,
    deliver,
    log,
    now,
    onLost: (account) => audit({ account, what: 'mail-lost', code: 'server-error' }),
  })
  const vaultHost = new URL(origin).host
  const codes = databaseCodes({
    db,
    pepper,
    budgets,
    mails,
    audit,
    mailsPerAddress,
    vault: vaultHost,
    now,
  })
  const sessions = databaseSessions({ db, pepper, audit, signInHours, now })
  const accounts = databaseAccounts({ db, codes, sessions, audit, now })
  const links = databaseLinks(db, now)
  const notices = mailedNotices({ db, budgets, mails, links, origin })
  return {
    links,
    notices,
    db,
    keys,
    log,
    origin,
    accounts,
    codes,
    sessions,
    budgets,
    pepper,
    mails,
    audit,
    now,
    async sweep() {
      await Promise.all([codes.sweep(), sessions.sweep(), budgets.sweep(), links.sweep(), sweep()])
    },
    async settled() {
      await mails.whenSettled()
      await settled()
    },
  }
}
