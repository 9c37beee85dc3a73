import { hasCode } from '@latchkey/protocol'
import { z } from 'zod'
import type { Budget } from '../../../data/budgets.ts'
import { noticeMail } from '../../mail/code-mail.ts'
import { noticeAddresses } from '../accounts.ts'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import { type OwnRecovery, type OwnSplit, readOwnRecovery } from '../splits/own-recovery.ts'
import { rowId } from '../splits/split-shapes.ts'
import { answerPepper, pepperAsk } from './answer-pepper.ts'
import { recoveries } from './split-calls.ts'
import { openCall, type VaultCall } from './vault-call.ts'

const notices: Budget = { name: 'way-out notices', most: 1, windowMs: 86_400_000 }
const own = { account: rowId, split: rowId }

/**
 * Calls for a visitor who can no longer sign in but has one of the devices: the device key alone
 * proves each call.
 */
export function wayOutCalls(auth: Auth): readonly VaultCall[] {
  const { db, audit, mails, budgets } = auth

  async function readRecovery(of: OwnSplit): Promise<OwnRecovery> {
    const { account, device } = of
    try {
      return await readOwnRecovery(db, of)
    } catch (error) {
      // Other refused claims are not logged under the account: a stranger may name any account.
      if (hasCode(error, 'device-revoked'))
        audit({ account, what: 'way-out-refused', device, code: 'device-revoked' })
      throw error
    }
  }

  return [
    openCall('POST /api/way-out', {
      body: z.strictObject(own),
      async handle({ body: { account, split }, device, label }) {
        const { site, methods } = await readRecovery({ account, split, device })
        const key = JSON.stringify([account, device])
        const wait = await budgets.take(recoveries, key)
        if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
        audit({ account, what: 'way-out-asked', device })
        const told = await noticeAddresses(db, account)
        // The limit keeps a thief of the device from filling the mailboxes.
        if (told.length > 0 && (await budgets.take(notices, key)) === 0) {
          const vault = new URL(auth.origin).host
          const mail = noticeMail('way-out', { site, label, vault })
          for (const to of told) {
            await mails.send({ to, ...mail }, account)
          }
        }
        return { methods }
      },
    }),
    openCall('POST /api/way-out/pepper', {
      body: z.strictObject({ ...own, ...pepperAsk }),
      async handle({ body: { account, split, method, hash }, device }) {
        const { methods } = await readRecovery({ account, split, device })
        // Only the account's own password salts are accepted: anything else would give a pepper
        // without a session.
        if (!methods.some((one) => one.kind === 'password' && one.salt === method))
          throw refuseVault('recovery-failed', { reason: 'This split has no such password' })
        return answerPepper(auth, { account, device }, { method, hash })
      },
    }),
  ]
}
