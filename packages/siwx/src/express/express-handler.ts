import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Siwx } from '../create-siwx.ts'
import { createHandler } from '../http/create-handler.ts'
import { readMessage, toRequest } from '../node/to-request.ts'

/** A request listener as Express, Connect and Node's own HTTP server take it. */
export type ExpressHandler = (
  request: IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/**
 * Creates a handler of the sign-in routes for Express 4 and 5. Requests outside of its base path go
 * on to the next handler. It can stand before or after `express.json()`.
 *
 * @example
 * const siwx = createSiwx({ domain: 'shop.example', store: memoryStore() })
 * const handler = expressHandler(siwx) // app.use(handler)
 */
export function expressHandler(siwx: Siwx): ExpressHandler {
  const handler = createHandler(siwx)
  return async (request, response, next) => {
    const path = request.originalUrl ?? request.url ?? '/'
    if (!path.startsWith(`${siwx.basePath}/`)) {
      next()
      return
    }
    const { method = 'GET', headers } = request
    try {
      const isRead = request.readableEnded || request.body !== undefined
      const body = isRead ? request.body : await readMessage(request)
      const answered = await handler(toRequest({ path, method, headers, body }))
      const cookies = answered.headers.getSetCookie()
      response.statusCode = answered.status
      for (const [name, value] of answered.headers) {
        if (name !== 'set-cookie') response.setHeader(name, value)
      }
      if (cookies.length > 0) response.appendHeader('set-cookie', cookies)
      response.end(await answered.text())
    } catch (error) {
      next(error)
    }
  }
}
