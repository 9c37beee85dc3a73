import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { VaultProject } from '@latchkey/protocol/vault'
import type { BrowserContext } from 'playwright-core'
import { buildVault } from './build-vault.ts'
import { openChromium } from './open-chromium.ts'
import { standInGateway } from './stand-in-gateway.ts'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types latchkey-vault',
].join('; ')
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'"
const isolated = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The receiver of small sums: at most 300000 each, 600000 a day. */
export const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'

/** A page that greets the vault in its frame, and gives its end of the port to the test. */
const pageOf = (
  vault: string,
): string => `<!doctype html><title>Shop</title><iframe src="${vault}/v/shop" width="420" height="520"></iframe><script>
const { port1, port2 } = new MessageChannel(); const said = []; let last = 0
globalThis.said = said; port1.onmessage = ({ data }) => said.push(JSON.parse(data))
globalThis.call = (method, params) => new Promise((resolve) => { const id = ++last; port1.postMessage(JSON.stringify({ id, method, params }))
  const look = () => { const one = said.find((one) => one.id === id); if (one) resolve(one); else requestAnimationFrame(look) }; look() })
document.querySelector('iframe').addEventListener('load', ({ target }) => target.contentWindow.postMessage(
  { type: 'latchkey-vault-hello', version: 1, least: 1, project: 'shop', nonce: '${'ab'.repeat(16)}' }, '${vault}', [port2]), { once: true })
</script>`

/**
 * The built vault on its own origin with a fake `/api`, and a Chromium with a real profile, which
 * partitions storage by site.
 * @param more `pageOf` returns the HTML of another page for the sites around the vault, and
 *   `chains` lists further chains that the fake `/api` can read
 */
export async function startTestVault(
  more: { readonly pageOf?: (vault: string) => string; readonly chains?: readonly string[] } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  await buildVault(join(folder, 'dist'))
  const gateway = standInGateway()
  const violations: string[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const originOf = (name: string): string => `http://${name}.localhost:${port}`
  const vault = originOf('vault')
  const project: VaultProject = {
    project: 'shop',
    origins: [originOf('shop')],
    providers: [],
    recoveryByOperator: false,
    rpc: Object.fromEntries(
      ['eip155:31337', 'solana:localnet', ...(more.chains ?? [])].map((chain) => [
        chain,
        `${vault}/rpc/shop?chainId=${chain}`,
      ]),
    ),
    namespaces: ['eip155', 'solana', 'bip122'],
    limits: { 'eip155:31337': '1000000' },
    small: { 'eip155:31337': { receivers: { [till]: '300000' }, day: '600000' } },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', vault)
    const send = (status: number, headers: object, body: string | Uint8Array): void =>
      void response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
    if (!request.headers.host?.startsWith('vault.'))
      return send(200, { 'content-type': 'text/html' }, (more.pageOf ?? pageOf)(vault))
    const isFrame = pathname === '/v/shop'
    if (isFrame || /^\/p\/[a-z-]+\/shop$/.test(pathname)) {
      const name = isFrame ? 'frame.html' : 'window.html'
      const html = await readFile(join(folder, 'dist', name), 'utf8')
      const headers = {
        'content-type': 'text/html',
        'content-security-policy': policy,
        ...isolated,
      }
      return send(200, headers, html.replace('>null<', `>${JSON.stringify(project)}<`))
    }
    if (pathname === '/window')
      return send(200, { 'content-type': 'text/html' }, '<!doctype html><title>Window</title>')
    if (pathname.startsWith('/api/') || pathname.startsWith('/rpc/')) {
      const parts: Buffer[] = []
      for await (const part of request) {
        parts.push(part)
      }
      const body = Buffer.concat(parts).toString()
      const { authorization = '' } = request.headers
      const given = await gateway.fetch(vault + pathname, {
        method: request.method ?? 'GET',
        headers: { authorization },
        ...(body && { body }),
      })
      return send(given.status, { 'content-type': 'application/json' }, await given.text())
    }
    const file = await readFile(join(folder, 'dist', pathname)).catch(() => null)
    const type = types[extname(pathname)]
    if (!file || !type) return send(404, {}, '')
    const own = pathname.startsWith('/w/') ? { 'content-security-policy': workerPolicy } : {}
    send(200, { 'content-type': type, ...isolated, ...own }, file)
  }

  const chromium = await openChromium(join(folder, 'profile'))
  return {
    gateway,
    vault,
    originOf,
    violations,
    open: (name: string) => openPage(chromium.context, originOf(name), violations),
    async stop() {
      await chromium.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openPage(context: BrowserContext, url: string, violations: string[]) {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(url)
  return page
}
