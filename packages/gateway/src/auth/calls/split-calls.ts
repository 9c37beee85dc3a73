import { z } from 'zod'
import { mailbox } from '../accounts.ts'
import type { Budget } from '../budgets.ts'
import { noticeMail } from '../codes/code-mail.ts'
import type { Auth } from '../open-auth.ts'
import { refuseVault } from '../refuse-vault.ts'
import { takePepper } from '../splits/pepper-lock.ts'
import { sealTo } from '../splits/seal-to.ts'
import { newSplit, point, release, rowId } from '../splits/split-shapes.ts'
import { databaseSplits } from '../splits/splits.ts'
import { signedCall, type VaultCall } from './vault-call.ts'

const releases: Budget = { name: 'releases', most: 600, windowMs: 3_600_000 }
const recoveries: Budget = { name: 'recoveries', most: 20, windowMs: 86_400_000 }

interface Parts {
  readonly auth: Auth
  readonly recoveryByOperator: boolean
}

/** Shares and the ways to recover. */
export function splitCalls({ auth, recoveryByOperator }: Parts): readonly VaultCall[] {
  const { db, keys, audit, mails, budgets, pepper, now } = auth
  const splits = databaseSplits({ db, keys, recoveryByOperator, now })
  const take = async (budget: Budget, account: string): Promise<void> => {
    const wait = await budgets.take(budget, account)
    if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
  }
  return [
    signedCall('POST /api/splits', {
      body: newSplit,
      async handle({ session, body, label }) {
        const split = await splits.create(session, body as Parameters<typeof splits.create>[1])
        const { account, device } = session
        audit({ account, what: body.recovered ? 'split-recovered' : 'split-made', device })
        const to = body.recovered ? await mailbox(db, account) : undefined
        const vault = new URL(auth.origin).host
        if (to) mails.send({ to, ...noticeMail('recovered', { site: null, label, vault }) }, account)
        return { split }
      },
    }),
    signedCall('POST /api/splits/release', {
      body: release,
      async handle({ session, body }) {
        await take(releases, session.account)
        const share = await splits.open(session, body.split)
        const sealed = await sealTo(body.sealTo, share)
        share.fill(0)
        audit({ account: session.account, what: `share-released ${body.operation}`, device: session.device })
        return { sealed }
      },
    }),
    signedCall('POST /api/splits/recover', {
      body: z.strictObject({ sealTo: point }),
      async handle({ session, body }) {
        await take(recoveries, session.account)
        const { split, share, methods } = await splits.recover(session)
        const sealed = await sealTo(body.sealTo, share)
        share.fill(0)
        const opened = methods.map(async (method) =>
          method.kind === 'operator'
            ? { ...method, sealed: await sealTo(body.sealTo, Buffer.from(method.sealed, 'base64url'), 'recovery') }
            : method,
        )
        audit({ account: session.account, what: 'share-released recover', device: session.device })
        return { split, sealed, methods: await Promise.all(opened) }
      },
    }),
    signedCall('POST /api/recovery/pepper', {
      body: z.strictObject({ method: z.string().min(1).max(128), hash: z.string().min(16).max(128) }),
      async handle({ session: { account, device }, body: { method, hash } }) {
        const wait = await takePepper(db, account, now())
        if (wait > 0) {
          audit({ account, what: 'pepper-locked', device, code: 'rate-limited' })
          throw refuseVault('rate-limited', { retryAfter: wait })
        }
        audit({ account, what: 'pepper-asked', device })
        return { key: pepper('password', account, method, hash).toString('base64url') }
      },
    }),
    signedCall('POST /api/recovery/remove', {
      body: z.strictObject({ method: rowId }),
      async handle({ session, body }) {
        await splits.forget(session.account, body.method)
        audit({ account: session.account, what: 'recovery-removed', device: session.device })
        return {}
      },
    }),
  ]
}
