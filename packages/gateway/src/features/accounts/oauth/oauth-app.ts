import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { VaultProviders } from '../../../base/config/vault-providers.ts'
import { describeError } from '../../../base/describe-error.ts'
import { readText } from '../../../base/http/read-text.ts'
import type { Log } from '../../../base/log.ts'
import type { Audit } from '../contract.ts'
import { ensureBrowserCookie, readBrowserCookie } from '../logins/browser-cookie.ts'
import { hashText } from '../logins/hash-text.ts'
import { readLoginStanding } from '../logins/login-state.ts'
import type { LoginStore } from '../logins/login-store.ts'
import { deriveSignInSecrets } from './derive-sign-in-secrets.ts'
import type { FlowStore } from './flow-store.ts'
import { type OpenProvider, openProvider } from './open-provider.ts'
import { type OAuthProvider, providerFacts } from './providers.ts'

export interface OAuthAppOptions {
  readonly providers: VaultProviders
  /** Origin of the vault. */
  readonly origin: string
  readonly store: LoginStore
  readonly flows: FlowStore
  readonly audit: Audit
  readonly log: Log
  readonly now: () => number
  readonly fetch?: typeof fetch
}

const maxFormBytes = 32_768
const fields = ['state', 'code', 'error', 'iss', 'user'] as const
const signInExpiredText =
  'This sign-in is over, or began in another browser. Close this window, and begin again on the page.'

/**
 * Creates the routes of the redirect to a sign-in provider and back: `/api/oauth/{provider}/start`
 * and `/callback`. Text from the request is never displayed, and never used as a redirect address.
 */
export function oauthApp(options: OAuthAppOptions): Hono {
  const { origin, store, flows, audit, log, now } = options
  const app = new Hono()
  const openedProviders = new Map<
    string,
    { readonly id: OAuthProvider; readonly provider: OpenProvider }
  >()
  for (const id of Object.keys(providerFacts) as OAuthProvider[]) {
    const providerConfig = options.providers[id]
    const redirectUri = `${origin}/api/oauth/${id}/callback`
    const providerOptions = { redirectUri, fetch: options.fetch ?? fetch, now }
    if (providerConfig)
      openedProviders.set(id, { id, provider: openProvider(id, providerConfig, providerOptions) })
  }

  app.use('/api/oauth/*', async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    context.header('x-content-type-options', 'nosniff')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })

  app.get('/api/oauth/:provider/start', async (context) => {
    const providerEntry = openedProviders.get(context.req.param('provider'))
    const login = context.req.query('login') ?? ''
    const browser = readBrowserCookie(context)
    const fetchSite = context.req.header('sec-fetch-site')
    if (!providerEntry || !browser || (fetchSite !== undefined && fetchSite !== 'same-origin'))
      return context.text(signInExpiredText, 400)
    const row = await store.find(hashText(login))
    const isUnfinished = ['awaited', 'open', 'away', 'closed'].includes(
      readLoginStanding(row, now()),
    )
    // Only the browser to which the sign-in is bound may continue it; otherwise an attacker could
    // send another visitor to a provider by a link.
    if (
      !row ||
      !isUnfinished ||
      row.provider !== providerEntry.id ||
      row.browser !== hashText(browser)
    )
      return context.text(signInExpiredText, 400)
    const signInSecrets = deriveSignInSecrets(browser, randomBytes(32).toString('base64url'))
    const flow = {
      state: hashText(signInSecrets.state),
      login: row.id,
      provider: providerEntry.id,
      browser: hashText(browser),
    }
    await flows.openFlow({ ...flow, expiresAt: row.expiresAt })
    await store.recordHeartbeat(row.id, true)
    ensureBrowserCookie(context)
    return context.redirect((await providerEntry.provider.startSignIn(signInSecrets)).href, 302)
  })

  app.post('/api/oauth/:provider/callback', async (context) => {
    const providerEntry = openedProviders.get(context.req.param('provider'))
    if (!providerEntry?.provider.isPosted) return context.text(signInExpiredText, 400)
    const form = new URLSearchParams(await readText(context.req, maxFormBytes))
    const postedFields: Record<string, string> = {}
    for (const name of fields) {
      const [value, ...otherValues] = form.getAll(name)
      if (otherValues.length) return context.text(signInExpiredText, 400)
      if (value !== undefined) postedFields[name] = value
    }
    const ticket = randomBytes(32).toString('base64url')
    const flow = { state: hashText(postedFields.state ?? ''), provider: providerEntry.id }
    if (!(await flows.keepAnswer(flow, postedFields, hashText(ticket))))
      return context.text(signInExpiredText, 400)
    return context.redirect(`/api/oauth/${providerEntry.id}/callback?ticket=${ticket}`, 303)
  })

  app.get('/api/oauth/:provider/callback', async (context) => {
    const providerEntry = openedProviders.get(context.req.param('provider'))
    const browser = readBrowserCookie(context)
    if (!providerEntry || !browser) return context.text(signInExpiredText, 400)
    const answer = await readAnswer(context, providerEntry.id, providerEntry.provider, browser)
    const state = answer?.get('state') ?? ''
    const flow = await flows.takeFlow({
      state: hashText(state),
      provider: providerEntry.id,
      browser: hashText(browser),
    })
    const row = flow && (await store.find(flow.login))
    if (!answer || !row) return context.text(signInExpiredText, 400)
    try {
      await store.proveLogin(
        row.id,
        await providerEntry.provider.finishSignIn(answer, deriveSignInSecrets(browser, state)),
      )
    } catch (error) {
      audit({
        account: null,
        what: `login-refused ${providerEntry.id}`,
        device: row.device,
        code: 'login-refused',
      })
      log.info({ provider: providerEntry.id, ...describeError(error) }, 'sign-in refused')
      await store.failLogin(row.id, 'login-refused')
    }
    return context.redirect(`/p/login/${encodeURIComponent(row.project)}?done`, 303)
  })

  /**
   * Reads the provider's answer from the query of the redirect, or from the form that the provider
   * posted before.
   */
  async function readAnswer(
    context: Context,
    id: OAuthProvider,
    { isPosted }: OpenProvider,
    browser: string,
  ): Promise<URLSearchParams | undefined> {
    if (!isPosted) return new URL(context.req.url).searchParams
    const ticket = hashText(context.req.query('ticket') ?? '')
    const keptAnswer = await flows.takeAnswer({ ticket, provider: id, browser: hashText(browser) })
    return keptAnswer && new URLSearchParams({ ...keptAnswer })
  }
  return app
}
