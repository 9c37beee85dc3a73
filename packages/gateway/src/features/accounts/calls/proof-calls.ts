import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Budget } from '../../../data/budgets.ts'
import { vaultDevices } from '../../../data/vault-schema.ts'
import { findMailbox } from '../accounts.ts'
import type { Auth } from '../open-auth.ts'
import { keyProofs } from '../protect/key-proofs.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { rowId } from '../splits/split-shapes.ts'
import { emptyBody } from './account-calls.ts'
import { challengeShape, sixDigits } from './email-calls.ts'
import { signedCall, type VaultCall } from './vault-call.ts'

const proofBudget: Budget = { name: 'proofs', most: 20, windowMs: 86_400_000 }
const keyProofShape = z.strictObject({
  challenge: z.string().regex(/^\d{1,16}\.[\w-]{22}$/),
  method: rowId,
  opened: z.string().regex(/^[\w-]{43}$/),
})

/**
 * Calls that prove the visitor's identity again within a session: by a code to the account's
 * address, or by the recovery passkey or password.
 */
export function proofCalls(auth: Auth): readonly VaultCall[] {
  const { db, sessions, codes, budgets, audit } = auth
  const keyProofChecker = keyProofs(auth)

  async function takeProofBudget({ account, device }: Session): Promise<void> {
    const waitSeconds = await budgets.take(proofBudget, JSON.stringify([account, device]))
    if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  }

  return [
    signedCall('POST /api/proof/start', {
      body: emptyBody,
      isOpenFrozen: true,
      async handle({ session, caller }) {
        const { account, device } = session
        const email = await findMailbox(db, account)
        if (email === undefined)
          throw refuseVault('recovery-failed', { reason: 'The account has no address' })
        await takeProofBudget(session)
        const isSessionDevice = and(
          eq(vaultDevices.accountId, account),
          eq(vaultDevices.id, device),
        )
        const [row] = await db.select().from(vaultDevices).where(isSessionDevice)
        if (!row) throw refuseVault('proof-needed')
        const { project, site, label } = row
        return codes.ask({
          purpose: 'prove',
          email,
          account,
          device: { id: device, project, site, label, caller },
        })
      },
    }),
    signedCall('POST /api/proof/verify', {
      body: z.strictObject({ challenge: challengeShape, code: sixDigits }),
      isOpenFrozen: true,
      async handle({ session, body }) {
        const verifiedChallenge = await codes.verifyCode(
          body.challenge,
          session.device,
          body.code,
          ['prove'],
        )
        if (verifiedChallenge.accountId !== session.account) throw refuseVault('code-expired')
        await sessions.markProved(session)
        audit({ account: session.account, what: 'proved', device: session.device })
        return {}
      },
    }),
    // This proof is refused while the account is frozen: ending a freeze requires a sign-in as
    // well.
    signedCall('POST /api/proof/keys', {
      body: emptyBody,
      async handle({ session }) {
        await takeProofBudget(session)
        return keyProofChecker.makeChallenge(session)
      },
    }),
    signedCall('POST /api/proof/keys/verify', {
      body: keyProofShape,
      async handle({ session, body }) {
        const kind = await keyProofChecker.checkProof(session, body)
        await sessions.markProved(session)
        audit({ account: session.account, what: `proved ${kind}`, device: session.device })
        return {}
      },
    }),
  ]
}
