import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { VaultProject } from '@latchkey/protocol/vault'
import { smart } from './smart-scenes.ts'
import { standInFrame } from './stand-in-frame.ts'

interface ApiAnswer {
  readonly status?: number
  readonly body: unknown
}

/** Answers of the fake gateway by path; an error status makes it a refusal. */
export type ApiStandIn = (
  path: string,
  body: Record<string, unknown>,
) => ApiAnswer | Promise<ApiAnswer>

/** The window's headers as the gateway sends them. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types latchkey-vault"
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'"

/**
 * Answers as the shop, as the vault with the windows built in `built`, or as the gateway that the
 * test stands in for.
 */
export async function serveWindows(
  request: IncomingMessage,
  response: ServerResponse,
  built: string,
  world: { readonly api: ApiStandIn; readonly chosen: Partial<VaultProject> },
  asked: string[],
): Promise<void> {
  const host = request.headers.host ?? ''
  const { pathname } = new URL(request.url ?? '/', `http://${host}`)
  const html = (text: string, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
  }
  if (host.startsWith('shop.')) {
    const isolated: Record<string, string> =
      pathname === '/isolated' ? { 'cross-origin-opener-policy': 'same-origin' } : {}
    const frame = `http://${host.replace('shop.', 'vault.')}/v/demo`
    return html(
      `<!doctype html><title>Shop</title><iframe src="about:blank"></iframe><iframe src="${frame}"></iframe>`,
      isolated,
    )
  }
  if (pathname === '/v/demo')
    return html(`<!doctype html><title>Stand-in</title><script>(${standInFrame})()</script>`)
  if (pathname.startsWith('/p/')) {
    const origins = [`http://${host.replace('vault.', 'shop.')}`]
    const served = ['eip155:31337', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
    const rpc = Object.fromEntries(served.map((chain) => [chain, `http://${host}/api/rpc`]))
    const told: VaultProject = {
      project: 'demo',
      origins,
      rpc,
      providers: ['google'],
      limits: {},
      recoveryByOperator: false,
      namespaces: ['eip155', 'solana', 'bip122'],
      smart: { 'eip155:31337': smart },
      ...world.chosen,
    }
    const text = readFileSync(join(built, 'window.html'), 'utf8')
    return html(text.replace('>null</script>', `>${JSON.stringify(told)}</script>`), {
      'content-security-policy': policy,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  if (pathname === '/favicon.ico') return void response.writeHead(204).end()
  if (pathname.startsWith('/api/')) {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    asked.push(pathname)
    const answer = await world.api(pathname, body)
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body))
    return
  }
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
  const type = types[extname(pathname)]
  if (!/^\/(assets|w)\/[\w.-]+$/.test(pathname) || !type) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': type,
    'cross-origin-embedder-policy': 'require-corp',
    'content-security-policy': pathname.startsWith('/w/') ? workerPolicy : "default-src 'none'",
  })
  response.end(readFileSync(join(built, pathname)))
}
