import type { AccountId } from '@latchkey/protocol'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { createRules, type SiwxOptions, type SiwxRules } from '../create-rules.ts'
import { refuse, SiwxError } from '../errors/siwx-error.ts'
import { readAccount } from '../families/read-account.ts'
import { issueChallenge } from '../proof/issue-challenge.ts'
import { isToken, makeToken } from '../proof/random.ts'
import { proveAccount } from '../proof/verify-proof.ts'
import { nonceStore } from './nonce-store.ts'
import { readBody } from './read-body.ts'
import {
  completeSession,
  findOrCreateUser,
  linkedAccounts,
  linkTo,
  type OwnSession,
  unlinkFrom,
} from './users.ts'

/**
 * Options of the plugin: those of `createSiwx` without the ones about sessions, because better-auth
 * keeps the sessions.
 */
export type SiwxPluginOptions = Omit<
  SiwxOptions,
  'basePath' | 'cookie' | 'sessionLifetimeMs' | 'onError'
>

const browserCookie = 'siwx_browser'

/**
 * Creates a plugin for better-auth that signs in by wallet. Its routes lie below `/siwx` of
 * better-auth's base path and are those of `createHandler`, so that the same client serves both.
 * Users, sessions and nonces are kept by better-auth, in its database; linked accounts are kept in
 * a table of the plugin. A visitor who is signed in by other means can link a wallet.
 *
 * @example
 * const plugin = siwxPlugin({ domain: 'shop.example', statement: 'Sign in to the shop.' })
 */
export function siwxPlugin(options: SiwxPluginOptions): BetterAuthPlugin {
  const rulesOf = (context: GenericEndpointContext): SiwxRules =>
    createRules(options, nonceStore(context.context.internalAdapter))
  // The options are checked when the server starts, so that a wrong one is reported then and not to
  // the first visitor.
  createRules(options, { putNonce: async () => undefined, takeNonce: async () => undefined })
  const post = (path: string, run: (call: Call) => Promise<object | undefined>) =>
    createAuthEndpoint(path, { method: 'POST', requireRequest: true }, async (context) =>
      answer(context, async () => {
        const siwx = rulesOf(context)
        if (!siwx.origins.includes(context.request.headers.get('origin') ?? ''))
          refuse('origin-not-allowed')
        const cookie = context.context.createAuthCookie(browserCookie)
        const browser = context.getCookie(cookie.name) ?? undefined
        return run({ context, siwx, browser, body: readBody(context.body) })
      }),
    )
  return {
    id: 'siwx',
    schema: {
      walletAccount: {
        fields: {
          account: { type: 'string', required: true, unique: true },
          // The address without its chain, for an account whose key has signed, because the key is
          // the same on every chain.
          signerKey: { type: 'string', required: false, index: true },
          userId: {
            type: 'string',
            required: true,
            references: { model: 'user', field: 'id', onDelete: 'cascade' },
            index: true,
          },
          createdAt: { type: 'date', required: true },
        },
      },
      session: { fields: { siwxAccount: { type: 'string', required: false, input: false } } },
    },
    endpoints: {
      siwxChallenge: post('/siwx/challenge', challenge),
      siwxVerify: post('/siwx/verify', verify),
      siwxSignOut: post('/siwx/sign-out', signOut),
      siwxLink: post('/siwx/link', link),
      siwxUnlink: post('/siwx/unlink', unlink),
      siwxSession: createAuthEndpoint('/siwx/session', { method: 'GET' }, (context) =>
        answer(context, async () => {
          const session = await readOwnSession(context)
          return { session: session ? await completeSession(context, session) : null }
        }),
      ),
    },
  }
}

interface Call {
  readonly context: GenericEndpointContext
  readonly siwx: SiwxRules
  /** Value of the cookie that stands for the visitor's browser. */
  readonly browser: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

async function answer(
  context: GenericEndpointContext,
  run: () => Promise<object | undefined>,
): Promise<unknown> {
  try {
    context.setHeader('cache-control', 'no-store')
    const body = await run()
    if (body !== undefined) return context.json(body)
    context.setStatus(204)
    return undefined
  } catch (cause) {
    if (!(cause instanceof SiwxError)) throw cause
    const { code, reason, fix, status } = cause
    throw new APIError(status as 400, { code, message: reason, error: { code, reason, fix } })
  }
}

async function challenge({ context, siwx, body, ...call }: Call): Promise<object> {
  const { account } = body
  if (!siwx.isBoundToBrowser) return { challenge: await issueChallenge(siwx, { account }) }
  // The cookie keeps its value, because a wallet that was asked in another tab may still answer a
  // challenge that is bound to it.
  const browser = isToken(call.browser) ? call.browser : makeToken()
  const issued = await issueChallenge(siwx, { account, browser })
  const maxAge = Math.ceil((2 * siwx.challengeLifetimeMs) / 1000)
  const cookie = context.context.createAuthCookie(browserCookie, { maxAge })
  context.setCookie(cookie.name, browser, cookie.attributes)
  return { challenge: issued }
}

async function verify({ context, siwx, browser, body }: Call): Promise<object> {
  const proved = await proveAccount(siwx, proofOf(body), browser)
  const { account } = proved
  const user = await findOrCreateUser(context, proved)
  const previous = await readOwnSession(context)
  if (previous) await context.context.internalAdapter.deleteSession(previous.session.token)
  const fields = { siwxAccount: account }
  const session = await context.context.internalAdapter.createSession(user.id, false, fields)
  await setSessionCookie(context, { session, user })
  return { session: await completeSession(context, { session: { ...session, ...fields }, user }) }
}

async function signOut({ context }: Call): Promise<undefined> {
  const own = await readOwnSession(context)
  if (own) await context.context.internalAdapter.deleteSession(own.session.token)
  deleteSessionCookie(context)
}

async function link({ context, siwx, browser, body }: Call): Promise<object> {
  const own = await requireSession(context)
  const proved = await proveAccount(siwx, proofOf(body), browser)
  const linked = await linkedAccounts(context, own.user.id)
  if (!linked.includes(proved.account)) {
    if (linked.length >= siwx.mostAccounts) refuse('accounts-too-many')
    await linkTo(context, own.user.id, proved)
  }
  return { session: await completeSession(context, own) }
}

async function unlink({ context, body }: Call): Promise<object> {
  const own = await requireSession(context)
  const removed: AccountId = readAccount(body.account)
  return { session: await completeSession(context, await unlinkFrom(context, own, removed)) }
}

async function readOwnSession(context: GenericEndpointContext): Promise<OwnSession | null> {
  return (await getSessionFromCtx(context, { disableCookieCache: true })) as OwnSession | null
}

async function requireSession(context: GenericEndpointContext): Promise<OwnSession> {
  return (await readOwnSession(context)) ?? refuse('session-missing')
}

function proofOf({ account, message, signature }: Call['body']) {
  return { account, message, signature }
}
