import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import { keyedHash } from '../../base/keyed-hash.ts'
import type { Log } from '../../base/log.ts'
import { type RequestBucket, tokenBucket } from '../../base/token-bucket.ts'
import { databaseBudgets } from '../../data/budgets.ts'
import { databaseKey } from '../../data/database-key.ts'
import type { Sql } from '../../data/sql.ts'
import type { EmailCapture } from '../../ports/email-capture-port.ts'
import { mailQueue } from '../mail/mail-queue.ts'
import { smtpMail } from '../mail/smtp-mail.ts'
import { databaseEmailCapture } from './email-capture.ts'

const sweepIntervalMs = 600_000

export interface EmailCaptureOptions {
  readonly config: Pick<Config, 'emailCapture' | 'vault'>
  readonly db: Sql
  readonly log: Log
  /** Creates rate limits that are shared with other replicas. */
  readonly bucket?:
    | ((name: string, limit: { capacity: number; refillPerSecond: number }) => RequestBucket)
    | undefined
  readonly now?: () => number
}

export interface StartedEmailCapture {
  /**
   * The feature that asks visitors for an email address; absent when no SMTP server is configured.
   */
  readonly capture: EmailCapture | undefined
  /** Resolves when the pending mails were sent or postponed. */
  settled(): Promise<void>
  stop(): Promise<void>
  renderMetrics(): Promise<string>
}

/**
 * Starts the feature that asks visitors for an email address. It uses its own SMTP server, else the
 * vault's; without either it is absent.
 */
export async function startEmailCapture(
  options: EmailCaptureOptions,
): Promise<StartedEmailCapture> {
  const { config, db, log, now = Date.now } = options
  const { mailRate, mailsPerAddress, smtp = config.vault?.smtp } = config.emailCapture
  const doNothing = async (): Promise<void> => undefined
  if (!smtp)
    return {
      capture: undefined,
      settled: doNothing,
      stop: doNothing,
      renderMetrics: async () => '',
    }
  const bucket =
    options.bucket ??
    ((_: string, limit: typeof mailRate.caller): RequestBucket => tokenBucket(limit))
  const hash = keyedHash(await databaseKey(db, 'email-capture'))
  const budgets = databaseBudgets(db, hash, now)
  const mails = mailQueue({ name: 'capture', db, hash, log, now, deliver: smtpMail(smtp) })
  const capture = databaseEmailCapture({
    db,
    hash,
    budgets,
    mails,
    mailsPerAddress,
    now,
    mailRate: {
      caller: bucket('capture-mail-caller', mailRate.caller),
      project: bucket('capture-mail-project', mailRate.project),
    },
  })
  const sweepExpired = (): void => {
    Promise.all([capture.sweep(), budgets.sweep()]).catch((error) =>
      log.error(describeError(error), 'a sweep failed'),
    )
  }
  const timer = setInterval(sweepExpired, sweepIntervalMs)
  timer.unref()
  return {
    capture,
    settled: () => mails.whenSettled(),
    renderMetrics: () => mails.renderMetrics(),
    async stop() {
      clearInterval(timer)
      await mails.stop()
    },
  }
}
