import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Siwx } from '../create-siwx.ts'
import { createHandler } from '../http/create-handler.ts'
import { readMessage, toRequest } from '../node/to-request.ts'

/** A Fastify plugin, which `app.register` takes. */
export type FastifyPlugin = (app: FastifyInstance) => Promise<void>

/**
 * Creates a plugin with the sign-in routes for Fastify 4 and 5. It parses request bodies by itself;
 * the body parsers of your own routes stay as they are.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const plugin = fastifyPlugin(siwx) // app.register(plugin)
 */
export function fastifyPlugin(siwx: Siwx): FastifyPlugin {
  const handler = createHandler(siwx)
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (_: unknown, message: Readable) => readMessage(message))
    app.route({
      method: ['GET', 'POST'],
      url: `${siwx.basePath}/*`,
      async handler({ url, method, headers, body }, reply) {
        const answered = await handler(toRequest({ path: url, method, headers, body }))
        reply.code(answered.status)
        for (const [name, value] of answered.headers) {
          if (name !== 'set-cookie') reply.header(name, value)
        }
        for (const cookie of answered.headers.getSetCookie()) {
          reply.header('set-cookie', cookie)
        }
        return reply.send(await answered.text())
      },
    })
  }
}
