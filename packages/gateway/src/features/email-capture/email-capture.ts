import { randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { KeyedHash } from '../../base/keyed-hash.ts'
import type { RequestBucket } from '../../base/token-bucket.ts'
import type { Budget, Budgets } from '../../data/budgets.ts'
import { capturedEmails, emailChallenges } from '../../data/email-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { EmailCapture, EmailRequest } from '../../ports/email-capture-port.ts'
import { codeMail } from '../mail/code-mail.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { normaliseAddress } from '../mail/normalise-address.ts'
import { refuseMail } from '../mail/refuse-mail.ts'
import { codeLifeMs, drawCode, maxTries } from '../mail/six-digits.ts'

export interface EmailCaptureDependencies {
  readonly db: Sql
  readonly hash: KeyedHash
  readonly budgets: Budgets
  readonly mails: MailQueue
  /** Rate limits of mails: for one caller, and for one project. */
  readonly mailRate: { readonly caller: RequestBucket; readonly project: RequestBucket }
  /** Maximum number of mails to one address that one caller may request in ten minutes. */
  readonly mailsPerAddress: number
  readonly now: () => number
}

/**
 * How many times as many mails all callers together may request to one address as one caller may in
 * ten minutes: within ten minutes, and within a day.
 */
const maxCallersPerAddress = 3
const maxDailyFactor = 8

export function databaseEmailCapture(dependencies: EmailCaptureDependencies): EmailCapture {
  const { db, hash, budgets, mails, mailRate, mailsPerAddress: mailLimit, now } = dependencies
  const hashCode = (id: string, code: string): Buffer => hash('capture', id, code)
  const callerBudget: Budget = { name: 'capture mails', most: mailLimit, windowMs: codeLifeMs }
  const addressBudget: Budget = {
    name: 'all capture mails',
    most: mailLimit * maxCallersPerAddress,
    windowMs: codeLifeMs,
  }
  const dailyBudget: Budget = {
    name: 'capture mails a day',
    most: mailLimit * maxDailyFactor,
    windowMs: 86_400_000,
  }

  /**
   * Counts a mail against the limits of its caller, its project and its recipient's address; throws
   * when one is reached.
   */
  async function countMail({ project, caller }: EmailRequest, email: string): Promise<void> {
    // The caller's own limit is checked before the shared ones, so that a caller beyond its own
    // limit does not use up the shared limits.
    const rateWaitSeconds =
      (await mailRate.caller.take(caller)) || (await mailRate.project.take(project))
    if (rateWaitSeconds > 0) throw refuseMail('rate-limited', { retryAfter: rateWaitSeconds })
    const waitSeconds =
      (await budgets.take(callerBudget, JSON.stringify([email, caller]))) ||
      (await budgets.take(addressBudget, email)) ||
      (await budgets.take(dailyBudget, email))
    if (waitSeconds > 0) throw refuseMail('code-limit', { retryAfter: waitSeconds })
  }

  return {
    async sendCode(request) {
      const { project, account, site, label } = request
      const email = normaliseAddress(request.email)
      await countMail(request, email)
      const [id, code] = [randomUUID(), drawCode()]
      const codeHash = hashCode(id, code).toString('base64url')
      const row = {
        id,
        projectId: project,
        account,
        email,
        codeHash,
        expiresAt: now() + codeLifeMs,
      }
      await db.insert(emailChallenges).values(row)
      const siteLabel = site?.split('://')[1] ?? project
      await mails.send(
        { to: email, ...codeMail({ purpose: 'capture', code, site, label, vault: siteLabel }) },
        null,
      )
      return id
    },
    async confirmCode(project, id, code) {
      // The attempt is counted before the code is compared, so that many attempts at once cannot
      // evade the limit.
      const [row] = await db
        .update(emailChallenges)
        .set({ tries: sql`${emailChallenges.tries} + 1` })
        .where(
          and(
            eq(emailChallenges.id, id),
            eq(emailChallenges.projectId, project),
            gt(emailChallenges.expiresAt, now()),
            lt(emailChallenges.tries, maxTries),
          ),
        )
        .returning()
      if (!row) throw refuseMail('code-expired')
      if (!timingSafeEqual(hashCode(id, code), Buffer.from(row.codeHash, 'base64url')))
        throw refuseMail('code-wrong')
      const { account, email } = row
      const confirmedEmail = { email, confirmedAt: now() }
      await db.transaction(async (tx) => {
        const deletedChallenges = await tx
          .delete(emailChallenges)
          .where(eq(emailChallenges.id, id))
          .returning()
        if (deletedChallenges.length !== 1) throw refuseMail('code-expired')
        await tx
          .insert(capturedEmails)
          .values({ projectId: project, account, ...confirmedEmail })
          .onConflictDoUpdate({
            target: [capturedEmails.projectId, capturedEmails.account],
            set: confirmedEmail,
          })
      })
    },
    async sweep() {
      await db.delete(emailChallenges).where(lt(emailChallenges.expiresAt, now()))
    },
  }
}
