import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CodeAsked } from '@latchkey/protocol/vault'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Budget, Budgets } from '../../../data/budgets.ts'
import type { Sql } from '../../../data/sql.ts'
import { vaultChallenges } from '../../../data/vault-schema.ts'
import { codeMail } from '../../mail/code-mail.ts'
import type { MailQueue } from '../../mail/mail-queue.ts'
import { codeLifeMs, drawCode, maxTries } from '../../mail/six-digits.ts'
import type { Audit, Device } from '../contract.ts'
import type { Pepper } from '../keys/pepper.ts'
import { refuseVault } from '../refuse-vault.ts'
import { mailLimits } from './mail-limits.ts'

const resendMs = 30_000
const failureBudget: Budget = { name: 'failures', most: 10, windowMs: 86_400_000 }

/** A row of the table of mailed codes: the challenge that a typed code answers. */
export type Challenge = typeof vaultChallenges.$inferSelect

export interface CodeRequest {
  readonly purpose: Challenge['purpose']
  /** Normalised email address to which the code is mailed. */
  readonly email: string
  readonly device: Device
  readonly account?: string
  /** The new email address; set for the purpose `change-old`. */
  readonly wanted?: string
}

/**
 * Mails and checks six-digit codes; each is bound to a challenge (its database row) and to the key
 * of the device that asked for it.
 */
export interface Codes {
  /** Mails a code. @throws `code-limit` */
  ask(ask: CodeRequest): Promise<CodeAsked>
  /** Whether `device` was confirmed for the account with this email address. */
  isKnown(email: string, device: string): Promise<boolean>
  /**
   * Mails a new code with a new challenge id; the earlier code and id become invalid.
   * @throws `code-limit`, `code-expired`
   */
  resendCode(challenge: string, device: Pick<Device, 'id' | 'caller'>): Promise<CodeAsked>
  /**
   * Checks a typed code and ends its challenge, so that the code works only once.
   * @throws `code-wrong`, `code-expired`, `code-limit`
   */
  verifyCode(
    challenge: string,
    device: string,
    code: string,
    purposes: readonly Challenge['purpose'][],
  ): Promise<Challenge>
  sweep(): Promise<void>
}

interface CodesDependencies {
  readonly db: Sql
  readonly pepper: Pepper
  readonly budgets: Budgets
  readonly mails: MailQueue
  readonly audit: Audit
  /**
   * Maximum number of mails of each kind to one address in ten minutes; it applies to each known
   * device and to each other caller separately.
   */
  readonly mailsPerAddress: number
  /** Host name of the vault. */
  readonly vault: string
  readonly now: () => number
}

export function databaseCodes({
  db,
  pepper,
  budgets,
  mails,
  audit,
  mailsPerAddress,
  vault,
  now,
}: CodesDependencies): Codes {
  const hashCode = (challenge: string, code: string): Buffer => pepper('code', challenge, code)
  const limits = mailLimits({ db, budgets, mailsPerAddress })

  async function sendCode({
    purpose,
    email,
    device,
    account,
    wanted,
  }: CodeRequest): Promise<CodeAsked> {
    // Each kind of code has its own counters: codes of the kinds other than `email` are mailed only
    // to visitors who have already proved an identity.
    const waitSeconds = await limits.takeMail({ purpose, email, device, account })
    if (waitSeconds > 0) {
      audit({
        account: account ?? null,
        what: 'code-withheld',
        device: device.id,
        code: 'code-limit',
      })
      throw refuseVault('code-limit', { retryAfter: waitSeconds })
    }
    const id = randomBytes(32).toString('base64url')
    const code = drawCode()
    const sentAt = now()
    const expiresAt = sentAt + codeLifeMs
    await db.insert(vaultChallenges).values({
      id,
      purpose,
      email,
      sentAt,
      expiresAt,
      device: device.id,
      project: device.project,
      site: device.site,
      label: device.label,
      accountId: account ?? null,
      wanted: wanted ?? null,
      codeHash: hashCode(id, code).toString('base64url'),
    })
    const { site, label } = device
    await mails.send(
      { to: email, ...codeMail({ purpose, code, site, label, vault }) },
      account ?? null,
    )
    audit({ account: account ?? null, what: `code-sent ${purpose}`, device: device.id })
    return { challenge: id, expiresAt, resendAt: sentAt + resendMs }
  }

  const isOpen = (id: string, device: string) =>
    and(
      eq(vaultChallenges.id, id),
      eq(vaultChallenges.device, device),
      isNull(vaultChallenges.usedAt),
    )

  async function spendChallenge(id: string): Promise<boolean> {
    const spentChallenges = await db
      .update(vaultChallenges)
      .set({ usedAt: now() })
      .where(and(eq(vaultChallenges.id, id), isNull(vaultChallenges.usedAt)))
      .returning({ id: vaultChallenges.id })
    return spentChallenges.length === 1
  }

  return {
    ask: sendCode,
    isKnown: async (email, device) => (await limits.findCounter(email, device)).isKnown,
    async resendCode(id, { id: device, caller }) {
      const [row] = await db.select().from(vaultChallenges).where(isOpen(id, device))
      if (!row) throw refuseVault('code-expired')
      const waitSeconds = Math.ceil((row.sentAt + resendMs - now()) / 1000)
      if (waitSeconds > 0) throw refuseVault('code-limit', { retryAfter: waitSeconds })
      const { purpose, email, project, site, label, accountId, wanted } = row
      const newChallenge = await sendCode({
        purpose,
        email,
        device: { id: device, project, site, label, caller },
        ...(accountId === null ? {} : { account: accountId }),
        ...(wanted === null ? {} : { wanted }),
      })
      await spendChallenge(id)
      return newChallenge
    },
    async verifyCode(id, device, code, purposes) {
      // The attempt is counted before the code is compared, so that many attempts at once cannot
      // evade the limit.
      const [row] = await db
        .update(vaultChallenges)
        .set({ tries: sql`${vaultChallenges.tries} + 1` })
        .where(
          and(
            isOpen(id, device),
            gt(vaultChallenges.expiresAt, now()),
            lt(vaultChallenges.tries, maxTries),
          ),
        )
        .returning()
      if (!row || !purposes.includes(row.purpose)) throw refuseVault('code-expired')
      const account = row.accountId
      const { whose } = await limits.findCounter(row.email, device)
      const waitSeconds = await budgets.take(failureBudget, whose)
      if (waitSeconds > 0) {
        audit({ account, what: 'code-refused', device, code: 'code-limit' })
        throw refuseVault('code-limit', { retryAfter: waitSeconds })
      }
      if (!timingSafeEqual(hashCode(id, code), Buffer.from(row.codeHash, 'base64url'))) {
        audit({ account, what: 'code-refused', device, code: 'code-wrong' })
        throw refuseVault('code-wrong')
      }
      if (!(await spendChallenge(id))) throw refuseVault('code-expired')
      await budgets.refund(failureBudget, whose)
      return row
    },
    async sweep() {
      await db.delete(vaultChallenges).where(lt(vaultChallenges.expiresAt, now() - codeLifeMs))
    },
  }
}
