import type { Budget, Budgets } from '../../../data/budgets.ts'
import type { Sql } from '../../../data/sql.ts'
import { codeLifeMs } from '../../mail/six-digits.ts'
import type { Device } from '../contract.ts'
import { isKnownDevice } from './known-device.ts'

const dayMs = 86_400_000
/**
 * Limit of mails to one address for all callers together, as a multiple of the limit of one caller.
 */
const maxCallers = 3
/**
 * Daily limits of mails to one address, as multiples of the ten-minute limit: `callerDailyFactor`
 * for one unknown caller, `addressDailyFactor` for one known device, and for all unknown callers
 * together.
 */
const callerDailyFactor = 3
const addressDailyFactor = 8
/**
 * Daily limit of mails for one account that changes its email address, to all recipients together
 * and including repeated mails.
 */
const changeMailBudget: Budget = { name: 'change mails a day', most: 12, windowMs: dayMs }

/**
 * Which counters the attempts and mails at an email address use: those of one known device, or
 * those of all other devices.
 */
interface MailCounter {
  readonly isKnown: boolean
  readonly whose: string
}

/**
 * Limits of the mails to one address, and of the mails that one account causes while it changes its
 * address.
 */
interface MailLimits {
  /**
   * Returns which counters apply to a device. A known device of the account has counters of its
   * own, which nobody else can use up. All other devices share one set, so together they have ten
   * guesses a day.
   */
  findCounter(email: string, device: string): Promise<MailCounter>
  /**
   * Counts a mail and returns the seconds to wait, 0 when it may be sent. Each unknown caller also
   * has a smaller limit of its own, so that one caller cannot use up the limit that all unknown
   * callers share.
   */
  takeMail(mailRequest: {
    readonly purpose: string
    readonly email: string
    readonly device: Pick<Device, 'id' | 'caller'>
    readonly account?: string | undefined
  }): Promise<number>
}

export function mailLimits(dependencies: {
  readonly db: Sql
  readonly budgets: Budgets
  readonly mailsPerAddress: number
}): MailLimits {
  const { db, budgets, mailsPerAddress } = dependencies

  async function findCounter(email: string, device: string): Promise<MailCounter> {
    const isKnown = await isKnownDevice(db, email, device)
    return { isKnown, whose: isKnown ? JSON.stringify([email, device]) : email }
  }

  return {
    findCounter,
    async takeMail({ purpose, email, device: { id, caller }, account }) {
      const { isKnown, whose } = await findCounter(email, id)
      const ownCounterKey = JSON.stringify([email, isKnown ? id : caller, isKnown])
      const makeBudget = (name: string, maxMails: number, windowMs: number): Budget => ({
        name,
        most: maxMails,
        windowMs,
      })
      const keyedBudgets: readonly (readonly [Budget, string])[] = [
        [makeBudget(`mails ${purpose}`, mailsPerAddress, codeLifeMs), ownCounterKey],
        [
          makeBudget(
            `mails a day ${purpose}`,
            mailsPerAddress * (isKnown ? addressDailyFactor : callerDailyFactor),
            dayMs,
          ),
          ownCounterKey,
        ],
        [makeBudget(`all mails ${purpose}`, mailsPerAddress * maxCallers, codeLifeMs), whose],
        [
          makeBudget(`all mails a day ${purpose}`, mailsPerAddress * addressDailyFactor, dayMs),
          whose,
        ],
        ...(account !== undefined && purpose.startsWith('change')
          ? ([[changeMailBudget, account]] as const)
          : []),
      ]
      // The caller's own limits are checked before the shared ones, so that a caller beyond its own
      // limit does not use up the shared limits.
      for (const [budget, key] of keyedBudgets) {
        const waitSeconds = await budgets.take(budget, key)
        if (waitSeconds > 0) return waitSeconds
      }
      return 0
    },
  }
}
