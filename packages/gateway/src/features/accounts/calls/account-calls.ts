import type { VaultAccount } from '@latchkey/protocol/vault'
import { and, asc, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Sql } from '../../../data/sql.ts'
import {
  vaultAccounts,
  vaultDevices,
  vaultIdentities,
  vaultMethods,
  vaultSplits,
} from '../../../data/vault-schema.ts'
import { noticeMail } from '../../mail/code-mail.ts'
import { noticeAddresses } from '../accounts.ts'
import { cursorPattern, listDevices } from '../list-devices.ts'
import { lockAccount } from '../lock-account.ts'
import type { Auth } from '../open-auth.ts'
import type { Requests } from '../protect/requests.ts'
import { freshSeconds, requireFreshProof } from '../protect/require-fresh-proof.ts'
import { requireShare } from '../require-share.ts'
import type { Session } from '../sessions.ts'
import { deleteUnusedSplits } from '../splits/delete-unused-splits.ts'
import { signedCall, type VaultCall } from './vault-call.ts'

export const emptyBody = z.strictObject({})

interface AccountCallsDependencies {
  readonly auth: Auth
  readonly recoveryByOperator: boolean
  readonly requests: Requests
}

/** Calls about sessions, devices and the account itself. */
export function accountCalls({
  auth,
  recoveryByOperator,
  requests,
}: AccountCallsDependencies): readonly VaultCall[] {
  const { db, sessions, audit, mails, now } = auth
  return [
    signedCall('GET /api/account', {
      body: z.undefined(),
      isOpenFrozen: true,
      async handle({ session }) {
        const account = await readAccount(db, session)
        // When the operator has turned operator recovery off, the operator's recovery method is
        // left out of the answer.
        const methods = account.methods.filter(
          ({ kind }) => kind !== 'operator' || recoveryByOperator,
        )
        const recoveryRequests = await requests.listRequests(session)
        // A device without a key share sees only its own recovery request.
        const visibleRequests = recoveryRequests.filter(
          ({ device }) => account.split !== null || device === session.device,
        )
        const freshSecondsLeft = freshSeconds(session, now())
        return {
          ...account,
          methods,
          freshFor: freshSecondsLeft,
          ...(visibleRequests.length > 0 && { requests: visibleRequests }),
        }
      },
    }),
    signedCall('POST /api/session/refresh', {
      body: emptyBody,
      isOpenFrozen: true,
      handle: ({ token, device }) => sessions.refresh(token, device),
    }),
    signedCall('POST /api/session/end', {
      body: z.strictObject({ everywhere: z.boolean() }),
      isOpenFrozen: true,
      async handle({ session, body }) {
        await sessions.end(session, body.everywhere)
        return {}
      },
    }),
    signedCall('POST /api/devices', {
      body: z.strictObject({ after: z.string().regex(cursorPattern) }),
      isOpenFrozen: true,
      handle: ({ session, body }) => listDevices(db, session, body.after),
    }),
    signedCall('POST /api/devices/revoke', {
      body: z.strictObject({ device: z.string().max(64) }),
      async handle({ session, body }) {
        if (body.device !== session.device) await requireShare(db, session)
        await db.transaction(async (tx) => {
          await lockAccount(tx, session.account)
          const isChosenDevice = and(
            eq(vaultDevices.accountId, session.account),
            eq(vaultDevices.id, body.device),
          )
          await tx.update(vaultDevices).set({ revokedAt: now() }).where(isChosenDevice)
          const isDeviceSplit = and(
            eq(vaultSplits.accountId, session.account),
            eq(vaultSplits.device, body.device),
          )
          await tx.update(vaultSplits).set({ device: null }).where(isDeviceSplit)
          await deleteUnusedSplits(tx, session.account)
        })
        await requests.stopRequest({ account: session.account, device: body.device })
        audit({
          account: session.account,
          what: `device-revoked ${body.device.slice(0, 43)}`,
          device: session.device,
        })
        return {}
      },
    }),
    signedCall('POST /api/account/delete', {
      body: emptyBody,
      async handle({ session, label }) {
        requireFreshProof(session, now())
        await requireShare(db, session)
        const addresses = await noticeAddresses(db, session.account)
        await db.delete(vaultAccounts).where(eq(vaultAccounts.id, session.account))
        const vaultHost = new URL(auth.origin).host
        const mail = noticeMail('deleted', { site: null, label, vault: vaultHost })
        for (const mailAddress of addresses) {
          await mails.send({ to: mailAddress, ...mail }, session.account)
        }
        audit({ account: session.account, what: 'account-deleted', device: session.device })
        return {}
      },
    }),
  ]
}

async function readAccount(db: Sql, { account, device }: Session): Promise<VaultAccount> {
  const [[row], identities, splits, methods, devices] = await Promise.all([
    db.select().from(vaultAccounts).where(eq(vaultAccounts.id, account)),
    db
      .select()
      .from(vaultIdentities)
      .where(eq(vaultIdentities.accountId, account))
      .orderBy(asc(vaultIdentities.createdAt)),
    db
      .select({ id: vaultSplits.id, device: vaultSplits.device })
      .from(vaultSplits)
      .where(eq(vaultSplits.accountId, account))
      .orderBy(desc(vaultSplits.serial)),
    db
      .select()
      .from(vaultMethods)
      .where(eq(vaultMethods.accountId, account))
      .orderBy(asc(vaultMethods.createdAt)),
    listDevices(db, { account, device }),
  ])
  return {
    account,
    identities: identities.map(({ kind, label }) => ({
      kind: kind as VaultAccount['identities'][0]['kind'],
      label,
    })),
    publics: row?.publics ?? null,
    ...(row?.frozenAt != null && { frozenAt: row.frozenAt }),
    split: splits.find((split) => split.device === device)?.id ?? null,
    newest: splits[0]?.id ?? null,
    methods: methods.map(({ id, method, createdAt }) => ({ ...method, id, createdAt })),
    ...devices,
  }
}
