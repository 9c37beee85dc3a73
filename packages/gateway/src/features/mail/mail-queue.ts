import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { describeError } from '../../base/describe-error.ts'
import { inTime } from '../../base/in-time.ts'
import type { KeyedHash } from '../../base/keyed-hash.ts'
import type { Log } from '../../base/log.ts'
import { mails } from '../../data/mail-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { mailFigures } from './mail-figures.ts'
import { refuseMail } from './refuse-mail.ts'
import { openMail, sealMail } from './seal-mail.ts'
import type { OutgoingMail, SendMail } from './send-mail.ts'
import { codeLifeMs } from './six-digits.ts'

const mostWaiting = 1_000
const atOnce = 4
/** How long one server may take for one mail; afterwards another replica may try it. */
const deliverMs = 45_000
const leaseMs = 60_000
/** First pause after a failure, doubled with each; and the longest. */
const backoffMs = 5_000
const mostBackoffMs = 600_000
/** A notice is worth having as long. */
const noticeLifeMs = 86_400_000
/** Failures in a row, after which a server counts as down while mails wait for it. */
const downAfter = 3
const stopMs = 3_000
const giveBackMs = 1_000

/**
 * Mails on their way: nobody waits for a server, so that no answer tells by its time where a mail
 * went.
 */
export interface MailQueue {
  /**
   * Resolves when it is kept: from then on it is tried until a server takes it or it is worth
   * nothing, over restarts too. A code is refused where it would not come, so that nobody waits for
   * it; a notice never is.
   * @throws `server-error` (503) when codes cannot be mailed at the moment
   */
  send(
    mail: OutgoingMail & { readonly kind: 'code' | 'notice' },
    account: string | null,
  ): Promise<void>
  /** Resolves when every mail that is due was taken, given up or put off. */
  settled(): Promise<void>
  /**
   * Tries no more; resolves when what is under way has ended, after 3 s at the latest: what has
   * not, is tried after the next start.
   */
  stop(): Promise<void>
  /** Figures as Prometheus text. */
  renderMetrics(): string
}

export interface MailQueueOptions {
  /** Whose mails: part of its rows. */
  readonly name: 'vault' | 'capture'
  readonly db: Sql
  /** Under what they are sealed. */
  readonly hash: KeyedHash
  readonly deliver: SendMail
  readonly log: Log
  readonly now?: () => number
  /** Told of each that is given up. */
  readonly onLost?: (account: string | null) => void
  readonly backoffMs?: number
  readonly pollMs?: number
}

/**
 * A mail that cannot be sent is logged, without its address, and tried again; of several replicas
 * one sends it.
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
  const { backoffMs: firstMs = backoffMs } = options
  const open = new Map<string, Promise<void>>()
  const figures = mailFigures(name)
  const state = { failures: 0, waiting: 0, isStopped: false, round: Promise.resolve() }

  async function endMail(id: string): Promise<void> {
    await db.delete(mails).where(eq(mails.id, id))
    state.waiting = Math.max(0, state.waiting - 1)
  }
  async function giveUpMail(id: string, account: string | null, error: unknown): Promise<void> {
    await endMail(id)
    figures.count('lost')
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
      await inTime(deliver(openMail(hash, id, sealed)), deliverMs)
      state.failures = 0
      figures.count('sent')
      await endMail(id)
    } catch (error) {
      if (isFinal(error)) return giveUpMail(id, account, error)
      state.failures += 1
      figures.count('failed')
      log.error(describeError(error), 'a mail was not taken')
      const dueAt = now() + Math.min(firstMs * 2 ** (tries - 1), mostBackoffMs)
      await db.update(mails).set({ dueAt }).where(eq(mails.id, id))
    }
  }
  /** Takes what is due, as much as may be under way. @returns whether there was something */
  async function takeDueMails(): Promise<boolean> {
    const room = atOnce - open.size
    if (room <= 0 || state.isStopped) return false
    const at = now()
    // Due later than any pause lasts: the clock was set back since.
    const isDue = sql`(${mails.dueAt} <= ${at} or ${mails.dueAt} > ${at + mostBackoffMs + leaseMs})`
    const due = db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`${mails.queue} = ${name} and ${isDue}`)
      .orderBy(mails.dueAt)
      .limit(room)
      .for('update', { skipLocked: true })
    const taken = await db
      .update(mails)
      .set({ dueAt: at + leaseMs, tries: sql`${mails.tries} + 1` })
      .where(sql`${mails.id} in (${due})`)
      .returning()
    for (const row of taken) {
      const sent = attemptDelivery(row)
        .catch((error) => log.error(describeError(error), 'a mail could not be told as sent'))
        .finally(() => {
          open.delete(row.id)
          if (!state.isStopped) startRound()
        })
      open.set(row.id, sent)
    }
    return taken.length > 0
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
      const isDown = state.failures >= downAfter && state.waiting > 0
      if (kind === 'code' && (isDown || state.waiting >= mostWaiting)) {
        figures.count('refused')
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
    async settled() {
      while (!state.isStopped) {
        await state.round
        await Promise.all(open.values())
        await state.round
        if (!open.size) return
      }
    },
    async stop() {
      state.isStopped = true
      clearInterval(timer)
      const ended = new AbortController()
      const late = pause(stopMs, undefined, { ref: false, signal: ended.signal }).catch(
        () => undefined,
      )
      await Promise.race([state.round.then(() => Promise.all(open.values())), late])
      ended.abort()
      // Whoever starts next need not wait until these count as given back.
      if (open.size)
        await inTime(
          db
            .update(mails)
            .set({ dueAt: now() })
            .where(inArray(mails.id, [...open.keys()])),
          giveBackMs,
        ).catch(() => undefined)
    },
    renderMetrics: () => figures.render(state.waiting),
  }
}

/** What no later try changes: the server refuses the address or the text for good. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfMail && typeof responseCode === 'number' && responseCode >= 500
}
