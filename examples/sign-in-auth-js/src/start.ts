import { randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { memoryStore } from '@latchkey/siwx'
import { makeApp } from './server.ts'

const port = Number(process.env.PORT ?? 3000)
const { AUTH_SECRET, SITE = `http://localhost:${port}` } = process.env
const app = makeApp({
  site: SITE,
  // Set AUTH_SECRET to a secret of your own; without it, all visitors are signed out when the
  // server restarts.
  secret: AUTH_SECRET ?? randomBytes(32).toString('hex'),
  store: memoryStore(),
})
app.use('*', serveStatic({ root: 'dist' }))
serve({ fetch: app.fetch, port }, () => console.log(SITE))
