import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Budget } from '../../../data/budgets.ts'
import type { Sql } from '../../../data/sql.ts'
import { vaultMethods } from '../../../data/vault-schema.ts'
import type { Auth } from '../open-auth.ts'
import { freezeAccount, unfreezeAccount } from '../protect/freeze.ts'
import { cursorPattern, listHistory } from '../protect/list-history.ts'
import type { Requests } from '../protect/requests.ts'
import { requireFreshProof } from '../protect/require-fresh-proof.ts'
import { refuseVault } from '../refuse-vault.ts'
import { holdsShare, requireShare } from '../require-share.ts'
import { emptyBody } from './account-calls.ts'
import { openCall, signedCall, type VaultCall } from './vault-call.ts'

interface ProtectionDependencies {
  readonly auth: Auth
  readonly recoveryByOperator: boolean
  readonly requests: Requests
}

/**
 * Limit of new recovery requests per account: each one sends a notice, and many would fill the
 * owner's mailbox.
 */
const recoveryRequestBudget: Budget = { name: 'recovery requests', most: 5, windowMs: 86_400_000 }
const link = z.strictObject({ link: z.string().regex(/^[a-p]{64}$/) })
/**
 * Calls that protect an account against an attacker who controls only a part of it, such as the
 * sign-in or one device.
 */
export function protectionCalls({
  auth,
  recoveryByOperator,
  requests,
}: ProtectionDependencies): readonly VaultCall[] {
  const { db, links, notices, budgets, audit, now } = auth

  /** Whether the operator keeps a recovery share of the account's key. */
  async function hasOperatorRecovery(account: string): Promise<boolean> {
    const isOperator = sql`${vaultMethods.method} ->> 'kind' = 'operator'`
    const isOperatorMethod = and(eq(vaultMethods.accountId, account), isOperator)
    const operatorMethods = await db
      .select({ id: vaultMethods.id })
      .from(vaultMethods)
      .where(isOperatorMethod)
      .limit(1)
    return operatorMethods.length > 0
  }

  /** Freezes the account, ends all its sessions and deletes all its recovery requests. */
  async function freezeAndClearRequests(
    account: string,
    spend?: (tx: Sql) => Promise<void>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await freezeAccount(tx, account, now())
      await requests.clear(tx, account)
      await spend?.(tx)
    })
  }

  async function findLink(text: string) {
    const foundLink = await links.findLink(text)
    if (!foundLink) throw refuseVault('vault-refused', { status: 404, reason: 'This link is over' })
    return foundLink
  }

  return [
    signedCall('POST /api/recovery/ask', {
      body: emptyBody,
      async handle({ session }) {
        const { account, device } = session
        if (await holdsShare(db, session))
          throw refuseVault('vault-refused', { reason: 'This device holds a share' })
        if (!recoveryByOperator || !(await hasOperatorRecovery(account)))
          throw refuseVault('recovery-failed')
        const waitSeconds = await budgets.take(
          recoveryRequestBudget,
          JSON.stringify([account, device]),
        )
        if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
        if (!(await requests.ask(session))) return {}
        audit({ account, what: 'recovery-asked', device })
        await notices.tell('recovery-asked', session, 'stop-recovery')
        return {}
      },
    }),
    signedCall('POST /api/recovery/stop', {
      body: z.strictObject({ device: z.string().max(64) }),
      async handle({ session, body: { device } }) {
        const { account } = session
        // To stop the recovery request of another device, the calling device must have a key share:
        // a thief may have only the sign-in.
        if (device !== session.device) await requireShare(db, session)
        if (await requests.stopRequest({ account, device }))
          audit({ account, what: 'recovery-stopped', device: session.device })
        return {}
      },
    }),
    signedCall('POST /api/account/freeze', {
      body: emptyBody,
      async handle({ session }) {
        const { account, device } = session
        // Freezing requires that the calling device has a key share: otherwise a thief who has only
        // the sign-in could stop the owner's devices.
        await requireShare(db, session)
        await freezeAndClearRequests(account)
        audit({ account, what: 'account-frozen by device', device })
        await notices.tell('frozen', session)
        return {}
      },
    }),
    signedCall('POST /api/account/unfreeze', {
      body: emptyBody,
      isOpenFrozen: true,
      async handle({ session }) {
        requireFreshProof(session, now())
        await requireShare(db, session)
        const wasFrozen = await db.transaction((tx) => unfreezeAccount(tx, session.account))
        if (!wasFrozen) return {}
        audit({ account: session.account, what: 'account-unfrozen', device: session.device })
        await notices.tell('unfrozen', session, 'freeze')
        return {}
      },
    }),
    signedCall('GET /api/account/history', {
      body: z.undefined(),
      isOpenFrozen: true,
      handle: ({ session }) => listHistory(db, session.account),
    }),
    signedCall('POST /api/account/history', {
      body: z.strictObject({ after: z.string().regex(cursorPattern) }),
      isOpenFrozen: true,
      handle: ({ session, body }) => listHistory(db, session.account, body.after),
    }),
    openCall('POST /api/links/look', {
      body: link,
      async handle({ body }) {
        return { what: (await findLink(body.link)).what }
      },
    }),
    openCall('POST /api/links/use', {
      body: link,
      async handle({ body }) {
        const usedLink = await findLink(body.link)
        const { accountId: account, device, what } = usedLink
        const accountDevice = { account, device }
        if (what === 'stop-recovery') {
          await links.spendLinks(db, usedLink)
          if (await requests.stopRequest(accountDevice))
            audit({ account, what: 'recovery-stopped by mail', device })
          return {}
        }
        await freezeAndClearRequests(account, (tx) => links.spendLinks(tx, usedLink))
        audit({ account, what: 'account-frozen by mail', device })
        await notices.tell('frozen', accountDevice)
        return {}
      },
    }),
  ]
}
