import { Auth, type AuthConfig } from '@auth/core'
import { createHandler, createSiwx, type SiwxStore } from '@latchkey/siwx'
import { siwxProvider } from '@latchkey/siwx/auth-js'
import { Hono } from 'hono'

/** Settings that differ between production, development and tests. */
export interface Settings {
  /** Origin of the page: `https://shop.example`. */
  readonly site: string
  readonly secret: string
  readonly store: SiwxStore
}

/** Creates the server: the siwx handler issues challenges, and Auth.js keeps the sessions. */
export function makeApp({ site, secret, store }: Settings): Hono {
  const siwx = createSiwx({
    domain: new URL(site).host,
    uri: site,
    statement: 'Sign in to the example.',
    store,
    cookie: { isSecure: site.startsWith('https:') },
  })
  const config: AuthConfig = {
    basePath: '/api/auth',
    providers: [siwxProvider(siwx)],
    secret,
    trustHost: true,
  }
  const handler = createHandler(siwx)
  const app = new Hono()
  app.post('/api/siwx/challenge', (context) => handler(context.req.raw))
  app.on(['GET', 'POST'], '/api/auth/*', (context) => Auth(context.req.raw, config))
  return app
}
