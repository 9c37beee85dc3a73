import { siwxPlugin } from '@latchkey/siwx/better-auth'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { Hono } from 'hono'

/** What differs between the site, its development and its test. */
export interface Settings {
  /** Origin of the page: `https://shop.example`. */
  readonly site: string
  readonly secret: string
  readonly database: BetterAuthOptions['database']
}

/** The options of better-auth; `npx @better-auth/cli migrate` makes their tables. */
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

/** The server: better-auth with wallets, and one route for who is signed in. */
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
