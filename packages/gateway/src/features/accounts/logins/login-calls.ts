import type { z } from 'zod'
import { noticeAddresses } from '../accounts.ts'
import { openCall, signedCall, type VaultAsked, type VaultCall } from '../calls/vault-call.ts'
import type { Auth } from '../open-auth.ts'
import { requireFresh } from '../protect/require-fresh.ts'
import { refuseVault } from '../refuse-vault.ts'
import { requireShare } from '../require-share.ts'
import type { Session } from '../sessions.ts'
import { nameBrowser, readBrowser } from './browser-cookie.ts'
import type { Identities } from './identities.ts'
import type { Asker, RunLogins } from './run-logins.ts'
import { loginShapes } from './shapes.ts'

interface Parts {
  readonly auth: Pick<Auth, 'db' | 'budgets' | 'audit' | 'notices' | 'now'>
  readonly logins: RunLogins
  readonly identities: Identities
}

/**
 * Limit of new logins: each adds a database row, and Farcaster's opens a channel at an external
 * relay.
 */
const begun = { name: 'logins', most: 100, windowMs: 600_000 }

/** Calls of sign-ins in a window, and of an account's identities. */
export function loginCalls({
  auth: { db, budgets, audit, notices, now },
  logins,
  identities,
}: Parts): readonly VaultCall[] {
  const askerOf = ({ device, label, caller }: VaultAsked<unknown>): Asker => ({
    id: device,
    label,
    caller,
  })

  async function beginLogin(
    asked: VaultAsked<z.output<typeof loginShapes.register>>,
    account: string | null,
  ) {
    const wait = await budgets.take(begun, asked.caller)
    if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
    return logins.registerLogin(asked.body, askerOf(asked), account)
  }

  /**
   * Adding or removing an identity requires a recent proof of identity, on a device that holds a
   * share.
   */
  async function freshAccountOf(session: Session): Promise<string> {
    requireFresh(session, now())
    await requireShare(db, session)
    return session.account
  }

  return [
    openCall('POST /api/logins', {
      body: loginShapes.register,
      handle: (asked) => beginLogin(asked, null),
    }),
    openCall('POST /api/logins/wait', {
      body: loginShapes.wait,
      handle: (asked) => logins.waitFor(asked.body, askerOf(asked), asked.context.req.raw.signal),
    }),
    openCall('POST /api/logins/look', {
      body: loginShapes.look,
      handle: ({ body, context }) =>
        logins.lookAt(body, readBrowser(context), context.req.raw.signal),
    }),
    openCall('POST /api/logins/proceed', {
      body: loginShapes.proceed,
      async handle({ body, context }) {
        await logins.proceedWith(body, nameBrowser(context))
        return {}
      },
    }),
    openCall('POST /api/logins/confirm', {
      body: loginShapes.confirm,
      async handle(asked) {
        await logins.confirmNumber(asked.body, askerOf(asked))
        return {}
      },
    }),
    openCall('POST /api/logins/beat', {
      body: loginShapes.beat,
      async handle({ body }) {
        await logins.recordBeat(body)
        return {}
      },
    }),
    signedCall('POST /api/identities/add', {
      body: loginShapes.register,
      async handle(asked) {
        const account = await freshAccountOf(asked.session)
        await notices.countChange(account)
        return beginLogin(asked, account)
      },
    }),
    signedCall('POST /api/identities/remove', {
      body: loginShapes.remove,
      async handle({ body: { kind, label }, session }) {
        const account = await freshAccountOf(session)
        await notices.countChange(account)
        // The notice also goes to the address of the removed identity, so that its owner learns of
        // the removal.
        const before = await noticeAddresses(db, account)
        await identities.removeIdentity(account, kind, label)
        audit({ account, what: `identity-removed ${kind}`, device: session.device })
        await notices.tell('sign-in-changed', session, 'freeze', before)
        return {}
      },
    }),
  ]
}
