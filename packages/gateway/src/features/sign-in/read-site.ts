import type { Context } from 'hono'
import { isAllowedOrigin } from '../../base/allowed-origin.ts'
import { refusal } from '../../base/refuse.ts'
import type { Project } from '../../data/project-store.ts'
import type { SignInSite } from '../../ports/sign-in-port.ts'

/**
 * Reads from which site a request comes. The origin is set by the browser, and a page cannot forge
 * it, so a page can sign visitors in for its own domain only. A GET request within the same origin
 * has no header `Origin`; then the origin is taken from `Referer`.
 * @returns undefined when neither header names an origin that may use the project
 */
export function readSite(context: Context, { id, origins }: Project): SignInSite | undefined {
  const origin = context.req.header('origin') ?? readRefererOrigin(context.req.header('referer'))
  const isPage = origin !== undefined && isWebOrigin(origin) && isAllowedOrigin(origin, origins)
  return isPage ? { project: id, origin } : undefined
}

/**
 * Reads from which site a request comes, for calls that only pages of a site may make. Such a
 * request must have the header `Origin`.
 * @throws a refusal: 403 when the request comes from no page that may sign visitors in
 */
export function requireSite(context: Context, project: Project): SignInSite {
  const site = context.req.header('origin') === undefined ? undefined : readSite(context, project)
  if (!site) throw refusal(403, 'origin', 'Visitors sign in from web pages of this project only')
  return site
}

/**
 * Whether an origin is that of a web page, written as browsers write it. Applications and
 * extensions have origins without a domain that a wallet could compare.
 */
function isWebOrigin(origin: string): boolean {
  return /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
}

function readRefererOrigin(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
