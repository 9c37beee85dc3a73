import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { VaultProviders } from '../../../base/config/vault-providers.ts'
import { describeError } from '../../../base/describe-error.ts'
import { readText } from '../../../base/http/read-text.ts'
import type { Log } from '../../../base/log.ts'
import type { Audit } from '../contract.ts'
import { nameBrowser, readBrowser } from '../logins/browser-cookie.ts'
import { digestOf } from '../logins/digest.ts'
import { standingOf } from '../logins/login-state.ts'
import type { LoginStore } from '../logins/login-store.ts'
import { deriveWay } from './derive-way.ts'
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
const signInOverText =
  'This sign-in is over, or began in another browser. Close this window, and begin again on the page.'

/**
 * The redirect flow of a provider: `/api/oauth/{provider}/start` and `/callback`. Input is never
 * displayed, and never used as a redirect address.
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
    const browser = readBrowser(context)
    const fetchSite = context.req.header('sec-fetch-site')
    if (!providerEntry || !browser || (fetchSite !== undefined && fetchSite !== 'same-origin'))
      return context.text(signInOverText, 400)
    const row = await store.find(digestOf(login))
    const isGoing = ['awaited', 'open', 'away', 'closed'].includes(standingOf(row, now()))
    // Only the browser that the sign-in is bound to continues: a mere link cannot send another
    // visitor to a provider.
    if (!row || !isGoing || row.provider !== providerEntry.id || row.browser !== digestOf(browser))
      return context.text(signInOverText, 400)
    const signInSecrets = deriveWay(browser, randomBytes(32).toString('base64url'))
    const flow = {
      state: digestOf(signInSecrets.state),
      login: row.id,
      provider: providerEntry.id,
      browser: digestOf(browser),
    }
    await flows.openFlow({ ...flow, expiresAt: row.expiresAt })
    await store.recordBeat(row.id, true)
    nameBrowser(context)
    return context.redirect((await providerEntry.provider.startSignIn(signInSecrets)).href, 302)
  })

  app.post('/api/oauth/:provider/callback', async (context) => {
    const providerEntry = openedProviders.get(context.req.param('provider'))
    if (!providerEntry?.provider.isPosted) return context.text(signInOverText, 400)
    const form = new URLSearchParams(await readText(context.req, maxFormBytes))
    const postedFields: Record<string, string> = {}
    for (const name of fields) {
      const [value, ...otherValues] = form.getAll(name)
      if (otherValues.length) return context.text(signInOverText, 400)
      if (value !== undefined) postedFields[name] = value
    }
    const ticket = randomBytes(32).toString('base64url')
    const flow = { state: digestOf(postedFields.state ?? ''), provider: providerEntry.id }
    if (!(await flows.keepAnswer(flow, postedFields, digestOf(ticket))))
      return context.text(signInOverText, 400)
    return context.redirect(`/api/oauth/${providerEntry.id}/callback?ticket=${ticket}`, 303)
  })

  app.get('/api/oauth/:provider/callback', async (context) => {
    const providerEntry = openedProviders.get(context.req.param('provider'))
    const browser = readBrowser(context)
    if (!providerEntry || !browser) return context.text(signInOverText, 400)
    const answer = await readAnswer(context, providerEntry.id, providerEntry.provider, browser)
    const state = answer?.get('state') ?? ''
    const flow = await flows.takeFlow({
      state: digestOf(state),
      provider: providerEntry.id,
      browser: digestOf(browser),
    })
    const row = flow && (await store.find(flow.login))
    if (!answer || !row) return context.text(signInOverText, 400)
    try {
      await store.proveLogin(
        row.id,
        await providerEntry.provider.finishSignIn(answer, deriveWay(browser, state)),
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

  /** Reads the provider's answer: from the query, or from an earlier post. */
  async function readAnswer(
    context: Context,
    id: OAuthProvider,
    { isPosted }: OpenProvider,
    browser: string,
  ): Promise<URLSearchParams | undefined> {
    if (!isPosted) return new URL(context.req.url).searchParams
    const ticket = digestOf(context.req.query('ticket') ?? '')
    const keptAnswer = await flows.takeKept({ ticket, provider: id, browser: digestOf(browser) })
    return keptAnswer && new URLSearchParams({ ...keptAnswer })
  }
  return app
}
