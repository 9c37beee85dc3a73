import { addressOf, chainOf } from '@latchkey/protocol'
import { SiwxError } from '@latchkey/siwx'
import type { Context } from 'hono'
import type { z } from 'zod'
import { isAllowedOrigin } from '../../../base/allowed-origin.ts'
import { refusal } from '../../../base/refuse.ts'
import type { Project } from '../../../data/project-store.ts'
import { type Answer, defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import type { SignIn, SignInSession, SignInSite } from '../../../ports/sign-in-port.ts'
import { readSite, requireSite } from '../read-site.ts'
import { readSiteCookies, type SiteCookie, writeSiteCookie } from '../site-cookies.ts'
import { isToken, makeToken } from '../tokens.ts'
import {
  challengeAnswer,
  challengeRequest,
  proofAnswer,
  proofRequest,
  sessionAnswer,
  type sessionShape,
} from './sign-in-shapes.ts'

const base = '/v1/sign-in/:project'
const noStore = { 'cache-control': 'no-store' }
/**
 * Number of rate-limit tokens that a proof costs, because verifying it may need several requests to
 * nodes.
 */
const proofCost = 4

/** Routes by which visitors sign in to pages that have no server of their own. */
export function signInRoutes({
  config,
  signIn,
}: Pick<RouteServices, 'config' | 'signIn'>): readonly Route[] {
  /** Refuses a request when the operator or the project has switched the sign-in off. */
  const requireSignIn = ({ features }: Project): SignIn => {
    const isOff = features.some(({ id, isEnabled }) => id === 'sign_in' && !isEnabled)
    if (!signIn || isOff) throw refusal(503, '', 'Visitors cannot sign in here')
    return signIn
  }
  const { sessionLifetimeMs = 0, challengeLifetimeMs = 0 } = config.signIn ?? {}
  // The cookie that identifies the browser lives longer than the session that follows. While both
  // exist, the former shows that the session's cookie is `SameSite=Lax`; without it the session's
  // cookie is partitioned.
  const browserSeconds = (sessionLifetimeMs + challengeLifetimeMs) / 1000
  return [
    defineRoute({
      method: 'POST',
      paths: [`${base}/challenge`],
      summary: 'Gives out a challenge: the fields of the text that a wallet is to sign',
      access: 'project',
      hasCredentials: true,
      json: challengeRequest,
      answer: challengeAnswer,
      described: { refusals: [503] },
      handle: async ({ context, project, json: { account } }) => {
        const site = requireSite(context, project as Project)
        const service = requireSignIn(project as Project)
        return refuseInWords(async () => {
          const browser = readBrowser(context, site)
          const challenge = await service.issueChallenge(site, { account, browser })
          // A challenge is bound to the browser only if the browser has sent this cookie back.
          // Pages of another site, and pages in a frame of one, do not keep the cookie and could
          // not sign in otherwise.
          return answerWith(
            site,
            { challenge },
            {
              kind: 'browser',
              value: browser ?? makeToken(),
              maxAgeSeconds: browserSeconds,
              isSameSite: true,
            },
          )
        })
      },
    }),
    defineRoute({
      method: 'POST',
      paths: [`${base}/verify`],
      summary: 'Verifies what a wallet signed, and signs its account in',
      access: 'project',
      hasCredentials: true,
      json: proofRequest,
      answer: proofAnswer,
      described: { refusals: [503] },
      cost: () => proofCost,
      handle: async ({ context, project, json: { token: isTokenWanted, ...proof } }) => {
        const site = requireSite(context, project as Project)
        const service = requireSignIn(project as Project)
        const browser = readBrowser(context, site)
        return refuseInWords(async () => {
          const { token, session } = await service.verify(site, proof, browser)
          const json = { session: describeSession(session) }
          if (isTokenWanted) return answerWith(site, { ...json, token })
          // The sessions that this browser had before are ended, because the new one replaces them.
          await endSessions(context, site, service)
          const maxAgeSeconds = (session.expiresAt - session.issuedAt) / 1000
          return answerWith(site, json, {
            kind: 'session',
            value: token,
            maxAgeSeconds,
            isSameSite: browser !== undefined,
          })
        })
      },
    }),
    defineRoute({
      method: 'GET',
      paths: [`${base}/session`, '/v1/session'],
      summary: 'Who is signed in, by the cookie of the page or by `Authorization: Bearer`',
      access: 'project',
      hasCredentials: true,
      answer: sessionAnswer,
      described: { refusals: [503] },
      handle: async ({ context, project }) => {
        const service = requireSignIn(project as Project)
        const session = await findSession(context, project as Project, service)
        return { json: { session: session ? describeSession(session) : null }, headers: noStore }
      },
    }),
    defineRoute({
      method: 'POST',
      paths: [`${base}/sign-out`],
      summary: 'Signs a visitor out: the session ends in every replica at once',
      access: 'project',
      hasCredentials: true,
      described: { success: 204, refusals: [503] },
      handle: async ({ context, project }) => {
        const service = requireSignIn(project as Project)
        const bearer = readBearer(context)
        if (bearer !== undefined) await service.end((project as Project).id, bearer)
        // A request with a token need not come from a page. A request with a cookie must come from
        // a page of the cookie's site.
        if (bearer !== undefined && context.req.header('origin') === undefined)
          return new Response(null, { status: 204, headers: noStore })
        const site = requireSite(context, project as Project)
        await endSessions(context, site, service)
        const cookie = writeSiteCookie(site, {
          kind: 'session',
          value: undefined,
          maxAgeSeconds: 0,
          isSameSite: readBrowser(context, site) !== undefined,
        })
        return new Response(null, { status: 204, headers: { ...noStore, 'set-cookie': cookie } })
      },
    }),
  ]
}

/**
 * Reads the token that identifies the browser; undefined when the browser does not keep
 * `SameSite=Lax` cookies of the gateway.
 */
function readBrowser(context: Context, site: SignInSite): string | undefined {
  const { browser } = readSiteCookies(site, context.req.header('cookie'))
  return isToken(browser) ? browser : undefined
}

/**
 * Finds the session of a request. The session must belong to the given project. When the request
 * comes from a page, the session must be that page's. The session's page must still be allowed to
 * use the project.
 */
async function findSession(
  context: Context,
  project: Project,
  service: SignIn,
): Promise<SignInSession | undefined> {
  const site = readSite(context, project)
  const bearer = readBearer(context)
  const fromCookies = site ? readSiteCookies(site, context.req.header('cookie')).sessions : []
  for (const token of bearer === undefined ? fromCookies : [bearer]) {
    const session = await service.find(project.id, token)
    const isOfPage = site === undefined || session?.origin === site.origin
    if (session && isOfPage && isAllowedOrigin(session.origin, project.origins)) return session
  }
  return undefined
}

/** Ends the sessions whose tokens are in the request's cookies. */
async function endSessions(context: Context, site: SignInSite, service: SignIn): Promise<void> {
  for (const token of readSiteCookies(site, context.req.header('cookie')).sessions) {
    await service.end(site.project, token)
  }
}

function readBearer(context: Context): string | undefined {
  return /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
}

function describeSession(session: SignInSession): z.output<typeof sessionShape> {
  const { account, project, origin, issuedAt, expiresAt } = session
  return {
    accounts: [account],
    address: addressOf(account),
    chain: chainOf(account),
    project,
    origin,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

function answerWith(site: SignInSite, json: object, cookie?: SiteCookie): Answer {
  const setCookie = cookie && { 'set-cookie': writeSiteCookie(site, cookie) }
  return { json, headers: { ...noStore, ...setCookie } }
}

/**
 * Turns a refusal of the sign-in into an answer that has the fields of both kinds of clients:
 * `reasons` for clients of the gateway, and `error` for clients of `@latchkey/siwx`.
 */
async function refuseInWords(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SiwxError)) throw error
    const { code, reason, fix, status } = error
    const reasons = [{ field: code, description: reason }]
    return Response.json(
      { status: 'FAILED', reasons, error: { code, reason, fix } },
      { status, headers: noStore },
    )
  }
}
