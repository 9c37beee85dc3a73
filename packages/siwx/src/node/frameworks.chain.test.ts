import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
// @ts-expect-error: Express 4 brings no types; the part of it that is used here is the same in
// Express 5.
import untypedExpress4 from 'express4'
import fastify, { type FastifyInstance } from 'fastify'
import fastify4 from 'fastify4'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from '../../test/open-browser.ts'
import { evmWallet, families, familyWallets } from '../../test/wallets.ts'
import { createSiwx, type Siwx } from '../create-siwx.ts'
import { expressHandler } from '../express/express-handler.ts'
import { fastifyPlugin } from '../fastify/fastify-plugin.ts'
import { createHandler } from '../http/create-handler.ts'
import { memoryStore } from '../stores/memory-store.ts'

const express4: typeof express = untypedExpress4

interface Running {
  readonly url: string
  stop(): Promise<unknown>
}
const portOf = (server: { address(): unknown }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const close = (server: Server) => () => new Promise((resolve) => server.close(resolve))
const listen = async (server: Server): Promise<Running> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: portOf(server), stop: close(server) }
}

async function startFastify(app: FastifyInstance, siwx: Siwx): Promise<Running> {
  app.register(fastifyPlugin(siwx))
  app.post('/own', async (request) => request.body)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, stop: () => app.close() }
}

/** Starts a server of each framework, with a route of the site's own at `/own`. */
const frameworks: Readonly<Record<string, (siwx: Siwx) => Promise<Running>>> = {
  hono: (siwx) => {
    const handler = createHandler(siwx)
    const app = new Hono()
    app.all(`${siwx.basePath}/*`, (context) => handler(context.req.raw))
    app.post('/own', async (context) => context.json(await context.req.json()))
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
        resolve({ url: portOf(server), stop: close(server as Server) }),
      )
    })
  },
  express: (siwx) => {
    const app = express()
    app.use(expressHandler(siwx))
    app.post('/own', express.json(), (request, response) => void response.json(request.body))
    return listen(createServer(app))
  },
  'express behind its parser of JSON': (siwx) => {
    const app = express()
    app.use(express.json({ limit: 200_000 }))
    app.use(expressHandler(siwx))
    app.post('/own', (request, response) => void response.json(request.body))
    return listen(createServer(app))
  },
  'express 4': (siwx) => {
    const app = express4()
    app.use(expressHandler(siwx))
    app.post('/own', express4.json(), (request, response) => void response.json(request.body))
    return listen(createServer(app))
  },
  fastify: (siwx) => startFastify(fastify(), siwx),
  'fastify 4': (siwx) => startFastify(fastify4() as unknown as FastifyInstance, siwx),
}

describe.each(Object.keys(frameworks))('%s', (name) => {
  const run = async (visit: (browser: Browser, url: string) => Promise<void>): Promise<void> => {
    const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
    const server = await frameworks[name]?.(siwx)
    if (!server) throw new Error('no such framework')
    try {
      await visit(openBrowser(fetch, `${server.url}/api/siwx`), server.url)
    } finally {
      await server.stop()
    }
  }

  test('default: signs in with all four families, and out', () =>
    run(async (visitor) => {
      for (const family of families) {
        const wallet = familyWallets[family]()
        const { status, body, headers } = await visitor.signIn(wallet)
        expect([status, body.session?.accounts]).toEqual([200, [wallet.account]])
        expect(headers.getSetCookie()[0]).toMatch(/^__Host-siwx=.*HttpOnly; Secure; SameSite=Lax$/)
        expect((await visitor.get('session')).body.session?.accounts).toEqual([wallet.account])
        const out = await visitor.post('sign-out')
        expect([out.status, visitor.cookies.has('__Host-siwx')]).toEqual([204, false])
      }
    }))

  test('behavior: a foreign origin, a large body, no JSON and an unknown call', () =>
    run(async (visitor, url) => {
      const wallet = evmWallet()
      const { account } = wallet
      const foreign = await visitor.post(
        'challenge',
        { account },
        { origin: 'https://evil.example' },
      )
      expect([foreign.status, foreign.body.error?.code]).toEqual([403, 'origin-not-allowed'])
      const large = await visitor.post('verify', { account, message: 'x'.repeat(131_072) })
      expect([large.status, large.body.error?.code]).toEqual([413, 'body-too-large'])
      expect((await visitor.get('nothing')).body.error?.code).toBe('call-unknown')
      // A body without the content type of JSON is understood too, as long as no body parser has
      // read it before.
      const plain = await fetch(`${url}/api/siwx/challenge`, {
        method: 'POST',
        headers: { origin: 'https://shop.example' },
        body: JSON.stringify({ account }),
      })
      expect(await plain.json()).toMatchObject({ challenge: { domain: 'shop.example' } })
    }))

  test('behavior: routes beside it stay as they are', () =>
    run(async (_, url) => {
      const answered = await fetch(`${url}/own`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
      })
      expect(await answered.json()).toEqual({ a: 1 })
    }))
})
