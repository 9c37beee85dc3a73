import type { RequestBucket } from '../../../base/token-bucket.ts'
import { refuseVault } from '../refuse-vault.ts'

interface Rate {
  readonly capacity: number
  readonly refillPerSecond: number
}

/**
 * What a caller may have mailed in ten minutes before it counts as a busy one: as much as one
 * visitor needs.
 */
const light: Rate = { capacity: 3, refillPerSecond: 3 / 600 }
/** The part of a project's mails that busy callers have, all together. */
const busyPart = 1 / 4

/** What one caller, or the pages of one project, may have mailed to whomever. */
export interface MailRate {
  /**
   * @param isKnown - that the account of the address knows the device: such mails have buckets of
   *   their own, for each project
   * @throws `rate-limited`
   */
  takeMail(ask: {
    readonly caller: string
    readonly project: string
    readonly isKnown: boolean
  }): Promise<void>
  /** The same code once more: counted to the caller alone. @throws `rate-limited` */
  takeAgain(caller: string): Promise<void>
}

/**
 * Some dozens of callers must not use up what a project's visitors share: whoever has had a few
 * mails in ten minutes has a quarter of the project's mails from then on, together with all others
 * of that kind, and the rest stays for first comers.
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
      // One after the other: who is beyond a limit of its own uses up nothing that others share.
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
