import type { Siwx } from '../create-siwx.ts'
import { refuse, SiwxError } from '../errors/siwx-error.ts'
import { issueChallenge } from '../proof/issue-challenge.ts'
import { isToken, makeToken } from '../proof/random.ts'
import { verifyProof } from '../proof/verify-proof.ts'
import {
  completeSession,
  endSession,
  findSession,
  linkAccount,
  openSession,
  type SiwxSession,
  unlinkAccount,
} from '../session/sessions.ts'
import type { StoredSession } from '../stores/siwx-store.ts'
import { type Cookies, readCookies, writeCookie } from './cookies.ts'
import { readBody } from './read-body.ts'

/** A handler as Hono, Next, Bun, Deno and edge workers take it. */
export type SiwxHandler = (request: Request) => Promise<Response>

interface Call {
  readonly siwx: Siwx
  readonly cookies: Cookies
  /** The fields of the body, unchecked; none for a GET request. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The answer to a call: a body, and `set-cookie` headers. */
interface Answer {
  readonly body?: unknown
  readonly cookies?: readonly string[]
}

const calls: Readonly<Record<string, Readonly<Record<string, (call: Call) => Promise<Answer>>>>> = {
  challenge: { POST: challenge },
  verify: { POST: verify },
  session: { GET: session },
  'sign-out': { POST: signOut },
  link: { POST: link },
  unlink: { POST: unlink },
}

/**
 * Creates a handler of the sign-in routes, which lie below the base path: `challenge`, `verify`,
 * `session`, `sign-out`, `link` and `unlink`. The handler never throws: a refusal is an answer with
 * its error code, and other errors are answered as `server-error` and passed to `onError`.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * export const GET = createHandler(siwx)
 * export const POST = GET
 */
export function createHandler(siwx: Siwx): SiwxHandler {
  return async (request) => {
    try {
      return toResponse(await answer(siwx, request))
    } catch (cause) {
      if (!(cause instanceof SiwxError)) siwx.onError(cause)
      const error = cause instanceof SiwxError ? cause : new SiwxError('server-error')
      const { code, reason, fix, status } = error
      return toResponse({ body: { error: { code, reason, fix } } }, status)
    }
  }
}

/**
 * Reads for your own routes who is signed in by the cookie of a request; null when nobody is.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const session = await readSession(siwx, new Request('https://shop.example/orders'))
 */
export async function readSession(
  siwx: Siwx,
  request: { readonly headers: Headers },
): Promise<SiwxSession | null> {
  const stored = await findSession(siwx, readCookies(siwx, request.headers).session)
  return stored ? completeSession(siwx, stored) : null
}

async function answer(siwx: Siwx, request: Request): Promise<Answer> {
  const { pathname } = new URL(request.url)
  // Some frameworks append a slash to every path.
  const name = pathname.startsWith(`${siwx.basePath}/`)
    ? pathname.slice(siwx.basePath.length + 1).replace(/\/$/, '')
    : ''
  const methods = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (!methods) return refuse('call-unknown')
  const run = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!run) return refuse('method-not-allowed')
  // A page of another site can send a request with this site's cookies, but not with this site's
  // origin.
  if (request.method === 'POST' && !siwx.origins.includes(request.headers.get('origin') ?? ''))
    refuse('origin-not-allowed')
  const hasBody = request.method === 'POST' && name !== 'sign-out'
  const body = hasBody ? await readBody(request) : {}
  return run({ siwx, cookies: readCookies(siwx, request.headers), body })
}

function toResponse({ body, cookies = [] }: Answer, status = body === undefined ? 204 : 200) {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const cookie of cookies) {
    headers.append('set-cookie', cookie)
  }
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
}

async function challenge({ siwx, cookies, body }: Call): Promise<Answer> {
  if (!siwx.isBoundToBrowser)
    return { body: { challenge: await issueChallenge(siwx, { account: body.account }) } }
  // The cookie keeps its value, because a wallet that was asked in another tab may still answer a
  // challenge that is bound to it.
  const browser = isToken(cookies.browser) ? cookies.browser : makeToken()
  const issued = await issueChallenge(siwx, { account: body.account, browser })
  const expiresAt = siwx.now() + 2 * siwx.challengeLifetimeMs
  return {
    body: { challenge: issued },
    cookies: [writeCookie(siwx, 'browser', { value: browser, expiresAt })],
  }
}

async function verify({ siwx, cookies, body }: Call): Promise<Answer> {
  const account = await verifyProof(siwx, proofOf(body), cookies.browser)
  // A session that was open in this browser ends, and the new one gets a new cookie, so that a
  // cookie that an attacker planted is worth nothing.
  await endSession(siwx, cookies.session)
  return sessionAnswer(siwx, await openSession(siwx, account))
}

async function session({ siwx, cookies }: Call): Promise<Answer> {
  const stored = await findSession(siwx, cookies.session)
  return { body: { session: stored ? await completeSession(siwx, stored) : null } }
}

async function signOut({ siwx, cookies }: Call): Promise<Answer> {
  await endSession(siwx, cookies.session)
  return { cookies: [writeCookie(siwx, 'session', undefined)] }
}

async function link({ siwx, cookies, body }: Call): Promise<Answer> {
  const { stored } = await requireSession(siwx, cookies)
  const added = await verifyProof(siwx, proofOf(body), cookies.browser)
  return { body: { session: await linkAccount(siwx, stored, added) } }
}

async function unlink({ siwx, cookies, body }: Call): Promise<Answer> {
  const open = await requireSession(siwx, cookies)
  return sessionAnswer(siwx, await unlinkAccount(siwx, open, body.account))
}

async function requireSession(
  siwx: Siwx,
  cookies: Cookies,
): Promise<{ readonly token: string; readonly stored: StoredSession }> {
  const stored = await findSession(siwx, cookies.session)
  return stored && cookies.session !== undefined
    ? { token: cookies.session, stored }
    : refuse('session-missing')
}

function proofOf(body: Call['body']) {
  return { account: body.account, message: body.message, signature: body.signature }
}

function sessionAnswer(
  siwx: Siwx,
  open: { readonly token: string; readonly session: SiwxSession },
): Answer {
  const expiresAt = Date.parse(open.session.expiresAt)
  return {
    body: { session: open.session },
    cookies: [writeCookie(siwx, 'session', { value: open.token, expiresAt })],
  }
}
