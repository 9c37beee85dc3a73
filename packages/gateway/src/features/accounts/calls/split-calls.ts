import type { NewSplit } from '@latchkey/protocol/vault'
import { z } from 'zod'
import type { Budget } from '../../../data/budgets.ts'
import type { Auth } from '../open-auth.ts'
import type { Requests } from '../protect/requests.ts'
import { requireFreshProof } from '../protect/require-fresh-proof.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { Session } from '../sessions.ts'
import { sealTo } from '../splits/seal-to.ts'
import { newSplit, rawPoint, releaseShape } from '../splits/split-shapes.ts'
import { databaseSplits } from '../splits/splits.ts'
import { answerPepper, pepperRequestShape } from './answer-pepper.ts'
import { signedCall, type VaultCall } from './vault-call.ts'

/**
 * Limits of handed out key shares and of recoveries. They are per device, so that neither another
 * device of the account nor a thief who reads the owner's mailbox can use them up.
 */
const releaseBudget: Budget = { name: 'releases', most: 600, windowMs: 3_600_000 }
export const recoveryBudget: Budget = { name: 'recoveries', most: 20, windowMs: 86_400_000 }

interface SplitCallsDependencies {
  readonly auth: Auth
  readonly recoveryByOperator: boolean
  readonly requests: Requests
}

/** Calls about the shares into which a wallet's key is split, and about recovery methods. */
export function splitCalls({
  auth,
  recoveryByOperator,
  requests,
}: SplitCallsDependencies): readonly VaultCall[] {
  const { db, keys, audit, notices, budgets, now } = auth
  const splits = databaseSplits({ db, keys, recoveryByOperator, requests, audit, now })
  const takeBudget = async (budget: Budget, { account, device }: Session): Promise<void> => {
    const waitSeconds = await budgets.take(budget, JSON.stringify([account, device]))
    if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  }
  return [
    signedCall('POST /api/splits', {
      body: newSplit,
      async handle({ session, body }) {
        const { account, device } = session
        // A new key split that is not part of a recovery may change the recovery methods, so it
        // counts towards the daily limit of changes.
        if (body.expects !== null && body.recovered === undefined)
          await notices.countChange(account)
        const { id, added, removed } = await splits.createSplit(session, body as NewSplit)
        audit({ account, what: body.recovered ? 'split-recovered' : 'split-made', device })
        if (added) audit({ account, what: `recovery-added ${added}`, device })
        if (removed) audit({ account, what: `recovery-removed ${removed}`, device })
        if (body.recovered) await notices.tell('recovered', session, 'freeze')
        if (added || removed) await notices.tell('recovery-changed', session, 'freeze')
        return { split: id }
      },
    }),
    signedCall('POST /api/splits/release', {
      body: releaseShape,
      async handle({ session, body }) {
        await takeBudget(releaseBudget, session)
        if (body.operation === 'export') {
          requireFreshProof(session, now())
          await notices.countChange(session.account)
        }
        const share = await splits.openShare(session, body.split)
        const sealedShare = await sealTo(body.sealTo, share)
        share.fill(0)
        audit({
          account: session.account,
          what: `share-released ${body.operation}`,
          device: session.device,
        })
        if (body.operation === 'export') await notices.tell('exported', session, 'freeze')
        return { sealed: sealedShare }
      },
    }),
    signedCall('POST /api/splits/recover', {
      body: z.strictObject({ sealTo: rawPoint }),
      async handle({ session, body }) {
        await takeBudget(recoveryBudget, session)
        const { split, share, methods } = await splits.recoverShare(session)
        const sealedShare = await sealTo(body.sealTo, share)
        share.fill(0)
        const resealedMethods = methods.map(async (method) =>
          method.kind === 'operator'
            ? {
                ...method,
                sealed: await sealTo(
                  body.sealTo,
                  Buffer.from(method.sealed, 'base64url'),
                  'recovery',
                ),
              }
            : method,
        )
        audit({ account: session.account, what: 'share-released recover', device: session.device })
        return { split, sealed: sealedShare, methods: await Promise.all(resealedMethods) }
      },
    }),
    signedCall('POST /api/recovery/pepper', {
      body: z.strictObject(pepperRequestShape),
      handle: ({ session, body }) => answerPepper(auth, session, body),
    }),
  ]
}
