import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { vaultDevices, vaultIdentities } from '../../../data/vault-schema.ts'
import { normaliseAddress } from '../../mail/normalise-address.ts'
import { findMailbox } from '../accounts.ts'
import type { CodeRequest } from '../codes/codes.ts'
import type { MailRate } from '../codes/mail-rate.ts'
import type { Auth } from '../open-auth.ts'
import { requireFreshProof } from '../protect/require-fresh-proof.ts'
import { refuseVault } from '../refuse-vault.ts'
import { requireShare } from '../require-share.ts'
import type { Session } from '../sessions.ts'
import { challengeShape, sixDigits } from './email-calls.ts'
import { signedCall, type VaultCall } from './vault-call.ts'

interface EmailChangeDependencies {
  readonly auth: Auth
  readonly rate: MailRate
}

/**
 * Calls that change the account's email address: with a code mailed to the old address, then a code
 * to the new one. For an account without an address, a fresh proof of identity replaces the first
 * code.
 */
export function emailChangeCalls({ auth, rate }: EmailChangeDependencies): readonly VaultCall[] {
  const { db, codes, audit, now } = auth

  async function readDevice(
    { account, device }: Session,
    caller: string,
  ): Promise<CodeRequest['device']> {
    const [row] = await db
      .select()
      .from(vaultDevices)
      .where(and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device)))
    if (!row) throw refuseVault('proof-needed')
    const { project, site, label } = row
    return { id: device, project, site, label, caller }
  }

  async function changeEmail(session: Session, email: string): Promise<void> {
    const { account, device } = session
    const oldEmail = await db.transaction(async (tx) => {
      const oldMailbox = await findMailbox(tx, account)
      const row = {
        kind: 'email',
        issuer: 'email',
        subject: email,
        label: email,
        accountId: account,
        createdAt: now(),
      }
      const insertedRows = await tx
        .insert(vaultIdentities)
        .values(row)
        .onConflictDoNothing()
        .returning()
      // That the address belongs to another account is revealed only to a visitor who has just
      // proved ownership of the address.
      if (!insertedRows.length) throw refuseVault('identity-taken')
      if (oldMailbox !== undefined)
        await tx
          .delete(vaultIdentities)
          .where(and(eq(vaultIdentities.kind, 'email'), eq(vaultIdentities.subject, oldMailbox)))
      return oldMailbox
    })
    audit({ account, what: 'email-changed', device })
    await auth.notices.tell(
      'email-changed',
      session,
      'freeze',
      oldEmail === undefined ? [] : [oldEmail],
    )
  }

  return [
    signedCall('POST /api/email/change', {
      body: z.strictObject({ email: z.string().max(320) }),
      async handle({ session, body, caller }) {
        const newEmail = normaliseAddress(body.email)
        await requireShare(db, session)
        const oldEmail = await findMailbox(db, session.account)
        if (oldEmail === newEmail)
          throw refuseVault('email-invalid', { reason: 'This is the address already' })
        if (oldEmail === undefined) requireFreshProof(session, now())
        const device = await readDevice(session, caller)
        // The owner of an account may enter anybody's address, so the mail to the new address is
        // limited like a mail for an unknown caller.
        await rate.countMail({ caller, project: device.project, isKnown: false })
        const codeTarget = { device, account: session.account }
        if (oldEmail !== undefined)
          return codes.ask({
            ...codeTarget,
            purpose: 'change-old',
            email: oldEmail,
            wanted: newEmail,
          })
        return codes.ask({ ...codeTarget, purpose: 'change-new', email: newEmail })
      },
    }),
    signedCall('POST /api/email/change/verify', {
      body: z.strictObject({ challenge: challengeShape, code: sixDigits }),
      async handle({ session, body, caller }) {
        const { account, device } = session
        const verifiedChallenge = await codes.verifyCode(body.challenge, device, body.code, [
          'change-old',
          'change-new',
        ])
        if (verifiedChallenge.accountId !== account) throw refuseVault('code-expired')
        await requireShare(db, session)
        if (verifiedChallenge.purpose === 'change-old')
          return codes.ask({
            purpose: 'change-new',
            email: verifiedChallenge.wanted as string,
            device: await readDevice(session, caller),
            account,
          })
        await changeEmail(session, verifiedChallenge.email)
        return {}
      },
    }),
  ]
}
