import { hasCode } from '@latchkey/protocol'
import { z } from 'zod'
import type { Budget } from '../../../data/budgets.ts'
import { noticeMail } from '../../mail/code-mail.ts'
import { noticeAddresses } from '../accounts.ts'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import { type OwnRecovery, type OwnSplit, readOwnRecovery } from '../splits/own-recovery.ts'
import { rowId } from '../splits/split-shapes.ts'
import { answerPepper, pepperRequestShape } from './answer-pepper.ts'
import { recoveryBudget } from './split-calls.ts'
import { openCall, type VaultCall } from './vault-call.ts'

const noticeBudget: Budget = { name: 'way-out notices', most: 1, windowMs: 86_400_000 }
const ownSplitShape = { account: rowId, split: rowId }

/**
 * Calls for a visitor who can no longer sign in but has one of the devices: the device key alone
 * proves each call.
 */
export function wayOutCalls(auth: Auth): readonly VaultCall[] {
  const { db, audit, mails, budgets } = auth

  async function readRecovery(ownSplit: OwnSplit): Promise<OwnRecovery> {
    const { account, device } = ownSplit
    try {
      return await readOwnRecovery(db, ownSplit)
    } catch (error) {
      // Refusals are logged under the account only if they concern a revoked device of it. Anybody
      // can name any account in such a call, so other refusals prove nothing about the account.
      if (hasCode(error, 'device-revoked'))
        audit({ account, what: 'way-out-refused', device, code: 'device-revoked' })
      throw error
    }
  }

  return [
    openCall('POST /api/way-out', {
      body: z.strictObject(ownSplitShape),
      async handle({ body: { account, split }, device, label }) {
        const { site, methods } = await readRecovery({ account, split, device })
        const budgetKey = JSON.stringify([account, device])
        const waitSeconds = await budgets.take(recoveryBudget, budgetKey)
        if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
        audit({ account, what: 'way-out-asked', device })
        const addresses = await noticeAddresses(db, account)
        // The limit keeps a thief who has the device from filling the owner's mailboxes.
        if (addresses.length > 0 && (await budgets.take(noticeBudget, budgetKey)) === 0) {
          const vaultHost = new URL(auth.origin).host
          const mail = noticeMail('way-out', { site, label, vault: vaultHost })
          for (const mailAddress of addresses) {
            await mails.send({ to: mailAddress, ...mail }, account)
          }
        }
        return { methods }
      },
    }),
    openCall('POST /api/way-out/pepper', {
      body: z.strictObject({ ...ownSplitShape, ...pepperRequestShape }),
      async handle({ body: { account, split, method, hash }, device }) {
        const { methods } = await readRecovery({ account, split, device })
        // The pepper is given only for a salt of the account's own password: for other salts it
        // would help to guess without a session.
        if (!methods.some((one) => one.kind === 'password' && one.salt === method))
          throw refuseVault('recovery-failed', { reason: 'This split has no such password' })
        return answerPepper(auth, { account, device }, { method, hash })
      },
    }),
  ]
}
