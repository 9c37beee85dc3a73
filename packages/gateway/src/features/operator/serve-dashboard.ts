import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const headers = {
  'content-security-policy': contentPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

interface File {
  readonly body: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
  readonly type: string
}

/**
 * Serves the built dashboard under `/dashboard/`: only the files that existed when the gateway
 * started.
 */
export function serveDashboard(folder: string): Hono {
  const files = readFiles(folder)
  const app = new Hono()
  const serveFile = (context: Context): Response => {
    context.set('route' as never, '/dashboard/*' as never)
    for (const [name, value] of Object.entries(headers)) {
      context.header(name, value)
    }
    if (files.size === 0)
      return context.text('The dashboard is not built: npm run build -w @latchkey/dashboard', 404)
    const name = context.req.path.slice('/dashboard/'.length) || 'index.html'
    const file = files.get(name)
    if (!file) return context.text('There is nothing at this address', 404)
    const isGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
    context.header('content-type', file.type)
    context.header(
      'cache-control',
      name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    context.header('vary', 'accept-encoding')
    if (isGzip) context.header('content-encoding', 'gzip')
    return context.body(isGzip ? file.gzip : file.body)
  }
  app.get('/dashboard', (context) => context.redirect('/dashboard/', 308))
  app.get('/dashboard/*', serveFile)
  return app
}

function readFiles(folder: string): ReadonlyMap<string, File> {
  if (!existsSync(join(folder, 'index.html'))) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    names.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const type = types[extname(path)]
      if (!type) return []
      const body = new Uint8Array(readFileSync(path))
      const name = path
        .slice(folder.length)
        .replace(/^[/\\]+/, '')
        .replaceAll('\\', '/')
      return [[name, { body, gzip: new Uint8Array(gzipSync(body, { level: 9 })), type }] as const]
    }),
  )
}
