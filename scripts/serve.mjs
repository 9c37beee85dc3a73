import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Creates a handler that serves a folder: `index.html` for any path without an extension, or with
 * `hasPages` the page of that path and else `404.html`; files are compressed once and cached.
 * `replace` fills `%NAME%` in pages; `headers` are added to every answer.
 */
export function serveFolder(folder, { headers = {}, replace = {}, hasPages = false } = {}) {
  const kept = new Map()
  const read = (path) => {
    const stamp = statSync(path).mtimeMs
    const known = kept.get(path)
    if (known?.stamp === stamp) return known
    let body = readFileSync(path)
    if (path.endsWith('.html')) {
      body = Buffer.from(
        body.toString().replace(/%([A-Z_]+)%/g, (all, name) => replace[name] ?? all),
      )
    }
    const entry = { stamp, body, gzip: gzipSync(body, { level: 9 }) }
    kept.set(path, entry)
    return entry
  }
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const wanted = normalize(join(folder, decodeURIComponent(pathname)))
    const found = hasPages ? findPage(wanted) : join(folder, 'index.html')
    const path = extname(wanted) ? wanted : (found ?? join(folder, '404.html'))
    if (!path.startsWith(folder + sep)) return void response.writeHead(404, headers).end()
    try {
      const { body, gzip } = read(path)
      const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      response.writeHead(found || extname(wanted) ? 200 : 404, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': pathname.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
        ...headers,
      })
      response.end(request.method === 'HEAD' ? undefined : isGzip ? gzip : body)
    } catch {
      response.writeHead(404, headers).end('Not found')
    }
  }
}

/** The file of a page whose address has no extension: `guide/theming`, `errors/`. */
function findPage(path) {
  const trimmed = path.endsWith(sep) ? path.slice(0, -1) : path
  return [join(trimmed, 'index.html'), `${trimmed}.html`].find((file) => existsSync(file))
}

/**
 * Listens on both loopback addresses; resolves to a function that stops it. Port 0 lets the
 * operating system choose, on 127.0.0.1 only.
 */
export async function listenLoopback(handler, port) {
  const hosts = port === 0 ? ['127.0.0.1'] : ['127.0.0.1', '::1']
  const servers = []
  for (const host of hosts) {
    const server = createServer(handler)
    try {
      await new Promise((done, fail) => {
        server.once('error', fail)
        server.listen({ port, host }, done)
      })
      servers.push(server)
    } catch (error) {
      // A machine without IPv6 uses the other address only.
      if (host === '::1' && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
        continue
      for (const open of servers) open.close()
      throw error
    }
  }
  return {
    port: servers[0].address().port,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}
