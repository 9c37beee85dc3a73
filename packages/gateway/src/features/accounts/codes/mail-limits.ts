import type { Budget, Budgets } from '../../../data/budgets.ts'
import type { Sql } from '../../../data/sql.ts'
import { codeLifeMs } from '../../mail/six-digits.ts'
import type { Device } from '../contract.ts'
import { isKnownDevice } from './known-device.ts'

const dayMs = 86_400_000
/** So many callers may have as much mailed to one address as one of them. */
const mostCallers = 3
/**
 * What goes to one address in a day, in mails of ten minutes: asked for by one caller, and by all
 * together or a known device.
 */
const ownRounds = 3
const allRounds = 8
/**
 * Of one account that changes its address: to whomever, and however often each code is asked for
 * anew.
 */
const changes: Budget = { name: 'change mails a day', most: 12, windowMs: dayMs }

/** Whom tries and mails at an address are counted to. */
interface Counted {
  readonly isKnown: boolean
  readonly whose: string
}

/** What may be mailed to one address, and by one account that changes its own. */
interface MailLimits {
  /**
   * A device that the account of an address knows has counts of its own, which strangers do not use
   * up; strangers share theirs, so that all of them together have ten guesses a day.
   */
  countedTo(email: string, device: string): Promise<Counted>
  /**
   * Seconds to wait before another mail: one caller alone does not use up what all strangers have.
   */
  takeMail(ask: {
    readonly purpose: string
    readonly email: string
    readonly device: Pick<Device, 'id' | 'caller'>
    readonly account?: string | undefined
  }): Promise<number>
}

export function mailLimits(parts: {
  readonly db: Sql
  readonly budgets: Budgets
  readonly mailsPerAddress: number
}): MailLimits {
  const { db, budgets, mailsPerAddress } = parts

  async function countedTo(email: string, device: string): Promise<Counted> {
    const isKnown = await isKnownDevice(db, email, device)
    return { isKnown, whose: isKnown ? JSON.stringify([email, device]) : email }
  }

  return {
    countedTo,
    async takeMail({ purpose, email, device: { id, caller }, account }) {
      const { isKnown, whose } = await countedTo(email, id)
      const mine = JSON.stringify([email, isKnown ? id : caller, isKnown])
      const budgetOf = (name: string, most: number, windowMs: number): Budget => ({
        name,
        most,
        windowMs,
      })
      const taken: readonly (readonly [Budget, string])[] = [
        [budgetOf(`mails ${purpose}`, mailsPerAddress, codeLifeMs), mine],
        [
          budgetOf(
            `mails a day ${purpose}`,
            mailsPerAddress * (isKnown ? allRounds : ownRounds),
            dayMs,
          ),
          mine,
        ],
        [budgetOf(`all mails ${purpose}`, mailsPerAddress * mostCallers, codeLifeMs), whose],
        [budgetOf(`all mails a day ${purpose}`, mailsPerAddress * allRounds, dayMs), whose],
        ...(account !== undefined && purpose.startsWith('change')
          ? ([[changes, account]] as const)
          : []),
      ]
      // One after the other: who is beyond a limit of their own uses up nothing that others share.
      for (const [budget, key] of taken) {
        const wait = await budgets.take(budget, key)
        if (wait > 0) return wait
      }
      return 0
    },
  }
}
