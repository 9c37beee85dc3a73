import type { z } from 'zod'
import { noticeAddresses } from '../accounts.ts'
import { openCall, signedCall, type VaultCall, type VaultRequest } from '../calls/vault-call.ts'
import type { Auth } from '../open-auth.ts'
import { requireFreshProof } from '../protect/require-fresh-proof.ts'
import { refuseVault } from '../refuse-vault.ts'
import { requireShare } from '../require-share.ts'
import type { Session } from '../sessions.ts'
import { ensureBrowserCookie, readBrowserCookie } from './browser-cookie.ts'
import type { Identities } from './identities.ts'
import type { LoginAsker, RunLogins } from './run-logins.ts'
import { loginShapes } from './shapes.ts'

interface LoginCallsDependencies {
  readonly auth: Pick<Auth, 'db' | 'budgets' | 'audit' | 'notices' | 'now'>
  readonly logins: RunLogins
  readonly identities: Identities
}

/**
 * Limit of new sign-ins: each adds a database row, and one with Farcaster opens a channel at an
 * external relay.
 */
const loginBudget = { name: 'logins', most: 100, windowMs: 600_000 }

/**
 * Calls about sign-ins that a visitor completes in a window, and about the identities of an
 * account.
 */
export function loginCalls({
  auth: { db, budgets, audit, notices, now },
  logins,
  identities,
}: LoginCallsDependencies): readonly VaultCall[] {
  const readLoginAsker = ({ device, label, caller }: VaultRequest<unknown>): LoginAsker => ({
    id: device,
    label,
    caller,
  })

  async function beginLogin(
    request: VaultRequest<z.output<typeof loginShapes.register>>,
    account: string | null,
  ) {
    const waitSeconds = await budgets.take(loginBudget, request.caller)
    if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
    return logins.registerLogin(request.body, readLoginAsker(request), account)
  }

  /**
   * Checks that the session may add or remove an identity: this requires a recent proof of
   * identity, on a device that holds a key share.
   */
  async function requireFreshAccount(session: Session): Promise<string> {
    requireFreshProof(session, now())
    await requireShare(db, session)
    return session.account
  }

  return [
    openCall('POST /api/logins', {
      body: loginShapes.register,
      handle: (request) => beginLogin(request, null),
    }),
    openCall('POST /api/logins/wait', {
      body: loginShapes.wait,
      handle: (request) =>
        logins.waitForChange(request.body, readLoginAsker(request), request.context.req.raw.signal),
    }),
    openCall('POST /api/logins/look', {
      body: loginShapes.look,
      handle: ({ body, context }) =>
        logins.describeLogin(body, readBrowserCookie(context), context.req.raw.signal),
    }),
    openCall('POST /api/logins/proceed', {
      body: loginShapes.proceed,
      async handle({ body, context }) {
        await logins.continueInWindow(body, ensureBrowserCookie(context))
        return {}
      },
    }),
    openCall('POST /api/logins/confirm', {
      body: loginShapes.confirm,
      async handle(request) {
        await logins.confirmNumber(request.body, readLoginAsker(request))
        return {}
      },
    }),
    openCall('POST /api/logins/beat', {
      body: loginShapes.beat,
      async handle({ body }) {
        await logins.recordHeartbeat(body)
        return {}
      },
    }),
    signedCall('POST /api/identities/add', {
      body: loginShapes.register,
      async handle(request) {
        const account = await requireFreshAccount(request.session)
        await notices.countChange(account)
        return beginLogin(request, account)
      },
    }),
    signedCall('POST /api/identities/remove', {
      body: loginShapes.remove,
      async handle({ body: { kind, label }, session }) {
        const account = await requireFreshAccount(session)
        await notices.countChange(account)
        // The notice is also mailed to the address of the removed identity, so that its owner
        // learns of the removal.
        const oldAddresses = await noticeAddresses(db, account)
        await identities.removeIdentity(account, kind, label)
        audit({ account, what: `identity-removed ${kind}`, device: session.device })
        await notices.tell('sign-in-changed', session, 'freeze', oldAddresses)
        return {}
      },
    }),
  ]
}
