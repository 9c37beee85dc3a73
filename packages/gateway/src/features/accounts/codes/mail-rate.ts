import type { RequestBucket } from '../../../base/token-bucket.ts'
import { refuseVault } from '../refuse-vault.ts'

interface Rate {
  readonly capacity: number
  readonly refillPerSecond: number
}

/**
 * The mails that one visitor needs: up to three in ten minutes. A caller who causes more is one of
 * the "busy" callers, whose mails have a smaller limit.
 */
const quietRate: Rate = { capacity: 3, refillPerSecond: 3 / 600 }
/** Share of a project's mail limit that all busy callers together may use. */
const busyShare = 1 / 4

/** Limits how many mails are sent for one caller, and for one project. */
export interface MailRate {
  /**
   * Counts one mail against the limits.
   * @param isKnown - whether the account of the address knows the device; mails to known devices
   * have a limit of their own in each project
   * @throws `rate-limited`
   */
  countMail(mailRequest: {
    readonly caller: string
    readonly project: string
    readonly isKnown: boolean
  }): Promise<void>
  /**
   * Counts a mail with a new code that replaces an earlier one; it counts against the caller's
   * limit only.
   * @throws `rate-limited`
   */
  countResend(caller: string): Promise<void>
}

/**
 * Creates the limits of mails. A few dozen callers must not use up the mails of a project: callers
 * who cause several mails in ten minutes share a quarter of the project's mails, and the rest is
 * for other callers.
 */
export function mailRate(
  makeBucket: (name: string, rate: Rate) => RequestBucket,
  limits: { readonly caller: Rate; readonly project: Rate },
): MailRate {
  const { capacity, refillPerSecond } = limits.project
  const busyRate = {
    capacity: Math.max(1, capacity * busyShare),
    refillPerSecond: refillPerSecond * busyShare,
  }
  const buckets = {
    caller: makeBucket('vault-mail-caller', limits.caller),
    light: makeBucket('vault-mail-light', quietRate),
    busy: makeBucket('vault-mail-busy', busyRate),
    known: makeBucket('vault-mail-known', limits.project),
    project: makeBucket('vault-mail-project', limits.project),
  }
  const refuseWhenWaiting = (waitSeconds: number): void => {
    if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  }
  return {
    async countMail({ caller, project, isKnown }) {
      // The caller's own limit is checked before those of the project, so that a caller beyond its
      // own limit does not use up the project's limits.
      refuseWhenWaiting(await buckets.caller.take(caller))
      if (isKnown) return refuseWhenWaiting(await buckets.known.take(project))
      if ((await buckets.light.take(caller)) > 0)
        refuseWhenWaiting(await buckets.busy.take(project))
      refuseWhenWaiting(await buckets.project.take(project))
    },
    async countResend(caller) {
      refuseWhenWaiting(await buckets.caller.take(caller))
    },
  }
}
