import type { createServer } from 'node:http'
import { listenLoopback, serveFolder } from '../../../scripts/serve.mjs'

type Handler = NonNullable<Parameters<typeof createServer>[1]>

/**
 * Headers of every response. No site may frame the documentation: the policy in its `<meta>`
 * element cannot say so, because `frame-ancestors` works in a header only.
 */
const headers = {
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/**
 * Serves the site, which is built at the first request for a page; `/health` answers at once.
 * @param folder that `build` fills
 * @param port 0 lets the operating system choose
 */
export async function serveSite(
  folder: string,
  build: () => Promise<unknown>,
  port: number,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const serve = serveFolder(folder, { headers, hasPages: true })
  let building: Promise<unknown> | undefined
  const handler: Handler = (request, response) => {
    if (request.url === '/health') return void response.writeHead(200).end('ok')
    building ??= build()
    building.then(
      () => serve(request, response),
      (error) => {
        // A failed build is forgotten, so that the next request builds again.
        building = undefined
        console.error(error)
        response.writeHead(500, headers).end('The documentation could not be built.')
      },
    )
  }
  return listenLoopback(handler, port)
}
