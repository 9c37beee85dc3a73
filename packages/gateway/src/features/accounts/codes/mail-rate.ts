import type { RequestBucket } from '../../../base/token-bucket.ts'
import { refuseVault } from '../refuse-vault.ts'

interface Rate {
  readonly capacity: number
  readonly refillPerSecond: number
}

/** Mails in ten minutes that one visitor needs; a caller above this counts as busy. */
const light: Rate = { capacity: 3, refillPerSecond: 3 / 600 }
/** Share of a project's mails for all busy callers together. */
const busyPart = 1 / 4

/** Rate limits of all mails of one caller, and of one project. */
export interface MailRate {
  /**
   * Takes one mail.
   * @param isKnown - whether the account of the address has the device: such mails have separate
   *   buckets for each project
   * @throws `rate-limited`
   */
  takeMail(ask: {
    readonly caller: string
    readonly project: string
    readonly isKnown: boolean
  }): Promise<void>
  /** Takes a repeat of the same code, which counts for the caller only. @throws `rate-limited` */
  takeAgain(caller: string): Promise<void>
}

/**
 * Creates the limits. A few dozen callers must not use up the mails of a project: callers with
 * several mails in ten minutes share a quarter of the project's mails, and the rest is for new
 * callers.
 */
export function mailRate(
  bucket: (name: string, rate: Rate) => RequestBucket,
  limits: { readonly caller: Rate; readonly project: Rate },
): MailRate {
  const { capacity, refillPerSecond } = limits.project
  const busy = {
    capacity: Math.max(1, capacity * busyPart),
    refillPerSecond: refillPerSecond * busyPart,
  }
  const buckets = {
    caller: bucket('vault-mail-caller', limits.caller),
    light: bucket('vault-mail-light', light),
    busy: bucket('vault-mail-busy', busy),
    known: bucket('vault-mail-known', limits.project),
    project: bucket('vault-mail-project', limits.project),
  }
  const refuseWait = (wait: number): void => {
    if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
  }
  return {
    async takeMail({ caller, project, isKnown }) {
      // The buckets are taken in order, own limits first: a caller beyond its own limit uses up
      // nothing shared.
      refuseWait(await buckets.caller.take(caller))
      if (isKnown) return refuseWait(await buckets.known.take(project))
      if ((await buckets.light.take(caller)) > 0) refuseWait(await buckets.busy.take(project))
      refuseWait(await buckets.project.take(project))
    },
    async takeAgain(caller) {
      refuseWait(await buckets.caller.take(caller))
    },
  }
}
