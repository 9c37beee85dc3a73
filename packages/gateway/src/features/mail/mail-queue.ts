import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { awaitInTime } from '../../base/await-in-time.ts'
import { describeError } from '../../base/describe-error.ts'
import type { KeyedHash } from '../../base/keyed-hash.ts'
import type { Log } from '../../base/log.ts'
import { mails } from '../../data/mail-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { makeMailMetrics } from './mail-metrics.ts'
import { refuseMail } from './refuse-mail.ts'
import { openMail, sealMail } from './seal-mail.ts'
import type { OutgoingMail, SendMail } from './send-mail.ts'
import { codeLifeMs } from './six-digits.ts'

const maxWaiting = 1_000
const maxConcurrent = 4
/**
 * Milliseconds that the mail server may take for one mail, and milliseconds after which another
 * replica may try the same mail.
 */
const deliveryTimeoutMs = 45_000
const leaseMs = 60_000
/**
 * Milliseconds of the first pause after a failed attempt, which doubles with each failure, and of
 * the longest pause.
 */
const backoffMs = 5_000
const maxBackoffMs = 600_000
/** Milliseconds after which the queue no longer tries to deliver a notice. */
const noticeLifeMs = 86_400_000
/** Number of failures in a row after which a mail server counts as down, if mails are waiting. */
const failuresUntilDown = 3
const stopTimeoutMs = 3_000
const leaseReturnMs = 1_000

/**
 * A queue of mails. Callers do not wait for the mail server, so the duration of an answer reveals
 * nothing about the recipient.
 */
export interface MailQueue {
  /**
   * Stores a mail, and resolves when it is stored. The mail is then tried until a server accepts it
   * or it expires, also after restarts. While the server is down or too many mails wait, codes are
   * refused, so that no visitor waits for one; a notice is never refused.
   * @throws `server-error` (503) when codes cannot be mailed now
   */
  send(
    mail: OutgoingMail & { readonly kind: 'code' | 'notice' },
    account: string | null,
  ): Promise<void>
  /** Resolves when every mail that is due was sent, postponed, or given up on. */
  whenSettled(): Promise<void>
  /**
   * Stops the queue; resolves when the deliveries in progress have ended, at most 3 s later.
   * Unfinished mails are tried after the next start.
   */
  stop(): Promise<void>
  /** Returns the queue's metrics as Prometheus text. */
  renderMetrics(): Promise<string>
}

export interface MailQueueOptions {
  /** The feature to which the queue belongs; every stored mail carries this name. */
  readonly name: 'vault' | 'capture'
  readonly db: Sql
  /** Keyed hash from which the key that encrypts the stored mails is derived. */
  readonly hash: KeyedHash
  readonly deliver: SendMail
  readonly log: Log
  readonly now?: () => number
  /** Called for each mail that the queue gives up on. */
  readonly onLost?: (account: string | null) => void
  readonly backoffMs?: number
  readonly pollMs?: number
}

/**
 * Creates a mail queue. A mail that failed is logged without its address and tried again. Of
 * several replicas, one sends each mail.
 */
export function mailQueue(options: MailQueueOptions): MailQueue {
  const {
    name,
    db,
    hash,
    deliver,
    log,
    now = Date.now,
    onLost = () => {},
    pollMs = 5_000,
  } = options
  const { backoffMs: firstBackoffMs = backoffMs } = options
  const deliveries = new Map<string, Promise<void>>()
  const metrics = makeMailMetrics(name)
  const state = { failures: 0, waiting: 0, isStopped: false, round: Promise.resolve() }

  async function endMail(id: string): Promise<void> {
    await db.delete(mails).where(eq(mails.id, id))
    state.waiting = Math.max(0, state.waiting - 1)
  }
  async function giveUpMail(id: string, account: string | null, error: unknown): Promise<void> {
    await endMail(id)
    metrics.count('lost')
    log.error(describeError(error), 'a mail was given up')
    onLost(account)
  }
  async function attemptDelivery({
    id,
    sealed,
    account,
    tries,
    endsAt,
  }: typeof mails.$inferSelect): Promise<void> {
    if (endsAt <= now()) return giveUpMail(id, account, new Error('too late'))
    try {
      await awaitInTime(deliver(openMail(hash, id, sealed)), deliveryTimeoutMs)
      state.failures = 0
      metrics.count('sent')
      await endMail(id)
    } catch (error) {
      if (isFinalFailure(error)) return giveUpMail(id, account, error)
      state.failures += 1
      metrics.count('failed')
      log.error(describeError(error), 'a mail was not taken')
      const dueAt = now() + Math.min(firstBackoffMs * 2 ** (tries - 1), maxBackoffMs)
      await db.update(mails).set({ dueAt }).where(eq(mails.id, id))
    }
  }
  /**
   * Sends the mails that are due, up to the limit of mails in progress.
   * @returns whether any mail was due
   */
  async function takeDueMails(): Promise<boolean> {
    const freeSlots = maxConcurrent - deliveries.size
    if (freeSlots <= 0 || state.isStopped) return false
    const timestamp = now()
    // A mail whose time of the next attempt lies further ahead than the longest pause is due too:
    // the clock was set back after that time was computed.
    const isDueMail = sql`(${mails.dueAt} <= ${timestamp} or ${mails.dueAt} > ${timestamp + maxBackoffMs + leaseMs})`
    const dueMails = db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`${mails.queue} = ${name} and ${isDueMail}`)
      .orderBy(mails.dueAt)
      .limit(freeSlots)
      .for('update', { skipLocked: true })
    const leasedMails = await db
      .update(mails)
      .set({ dueAt: timestamp + leaseMs, tries: sql`${mails.tries} + 1` })
      .where(sql`${mails.id} in (${dueMails})`)
      .returning()
    for (const row of leasedMails) {
      const delivery = attemptDelivery(row)
        .catch((error) => log.error(describeError(error), 'a mail could not be told as sent'))
        .finally(() => {
          deliveries.delete(row.id)
          if (!state.isStopped) startRound()
        })
      deliveries.set(row.id, delivery)
    }
    return leasedMails.length > 0
  }
  function startRound(): void {
    state.round = state.round.then(takeDueMails).then(
      () => undefined,
      (error) => log.error(describeError(error), 'mails could not be looked for'),
    )
  }
  async function countWaiting(): Promise<void> {
    const [row] = await db.select({ waiting: count() }).from(mails).where(eq(mails.queue, name))
    state.waiting = row?.waiting ?? 0
  }
  const timer = setInterval(() => {
    countWaiting().then(startRound, () => undefined)
  }, pollMs)
  timer.unref()
  countWaiting().then(startRound, () => undefined)

  return {
    async send({ kind, ...mail }, account) {
      const isDeliveryDown = state.failures >= failuresUntilDown && state.waiting > 0
      if (kind === 'code' && (isDeliveryDown || state.waiting >= maxWaiting)) {
        metrics.count('refused')
        log.error({ waiting: state.waiting }, 'a code was refused: mails are not taken')
        throw refuseMail('server-error', { retryAfter: 60 })
      }
      const id = randomUUID()
      const endsAt = now() + (kind === 'code' ? codeLifeMs : noticeLifeMs)
      await db.insert(mails).values({
        id,
        queue: name,
        sealed: sealMail(hash, id, mail),
        account,
        dueAt: now(),
        endsAt,
      })
      state.waiting += 1
      startRound()
    },
    async whenSettled() {
      while (!state.isStopped) {
        await state.round
        await Promise.all(deliveries.values())
        await state.round
        if (!deliveries.size) return
      }
    },
    async stop() {
      state.isStopped = true
      clearInterval(timer)
      const timerAbort = new AbortController()
      const stopTimeout = pause(stopTimeoutMs, undefined, {
        ref: false,
        signal: timerAbort.signal,
      }).catch(() => undefined)
      await Promise.race([state.round.then(() => Promise.all(deliveries.values())), stopTimeout])
      timerAbort.abort()
      // The reservations of the unfinished mails are ended, so that the next process can send them
      // at once.
      if (deliveries.size)
        await awaitInTime(
          db
            .update(mails)
            .set({ dueAt: now() })
            .where(inArray(mails.id, [...deliveries.keys()])),
          leaseReturnMs,
        ).catch(() => undefined)
    },
    renderMetrics: () => metrics.render(state.waiting),
  }
}

/**
 * Whether another attempt is useless, because the server refuses the address or the text
 * permanently.
 */
function isFinalFailure(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown }
  const isMailFault = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isMailFault && typeof responseCode === 'number' && responseCode >= 500
}
