import { siwxPlugin } from '@latchkey/siwx/better-auth'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { Hono } from 'hono'

/** Settings that differ between production, development and tests. */
export interface Settings {
  /** Origin of the page: `https://shop.example`. */
  readonly site: string
  readonly secret: string
  readonly database: BetterAuthOptions['database']
}

/** The options of better-auth. `npx @better-auth/cli migrate` creates the tables that they need. */
export function authOptions({ site, secret, database }: Settings): BetterAuthOptions {
  return {
    baseURL: site,
    secret,
    database,
    plugins: [
      siwxPlugin({
        domain: new URL(site).host,
        uri: site,
        statement: 'Sign in to the example.',
      }),
    ],
  }
}

/**
 * Creates the server: better-auth with sign-in by wallet, and one route that returns who is signed
 * in.
 */
export function makeApp(settings: Settings): Hono {
  const auth = betterAuth(authOptions(settings))
  const app = new Hono()
  app.on(['GET', 'POST'], '/api/auth/*', (context) => auth.handler(context.req.raw))
  app.get('/api/me', async (context) => {
    const found = await auth.api.getSession({ headers: context.req.raw.headers })
    return found ? context.json({ name: found.user.name }) : context.json({ name: null }, 401)
  })
  return app
}
