import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { Rules } from './stand-in-vault.ts'

export interface StandInServer {
  /** Origin on another site than `localhost`: `http://vault.localhost:port`. */
  readonly url: string
  /** Rules of frames loaded from now on. */
  readonly rules: Partial<Rules>
  /** Requested paths, oldest first. */
  readonly asked: readonly string[]
  stop(): Promise<void>
}

/**
 * Serves the fake of the vault's frame at `/v/{project}`, and a window that only asks to be vouched
 * for at `/p/{kind}`.
 */
export async function startStandIn(): Promise<StandInServer> {
  const { output } = await build({
    input: join(import.meta.dirname, 'stand-in-page.ts'),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    output: { format: 'iife' },
  })
  const script = output[0].code
  const rules: Partial<Rules> = {}
  const asked: string[] = []
  const window = `const ask = () => opener?.postMessage({ type: 'latchkey-login-vouch', login: location.hash.slice(1), nonce: 'n1' }, '*')
addEventListener('message', ({ data }) => { if (data?.type === 'latchkey-login-vouched') document.title = 'vouched ' + data.nonce })
setInterval(ask, 50); ask()`
  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url === '/kept') {
      if (request.method === 'GET') return response.end(String(rules.isSignedIn === true))
      request.on('data', (text) => {
        rules.isSignedIn = String(text) === 'true'
      })
      request.on('end', () => response.end())
      return undefined
    }
    asked.push(url)
    const isFrame = url.startsWith('/v/')
    if (!isFrame && !url.startsWith('/p/')) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    const body = isFrame
      ? `<style>body{font:14px system-ui;margin:0;padding:16px}</style><p>Stand-in for the vault</p><button>Approve</button> <button>Reject</button><script type="application/json" id="rules">${JSON.stringify(rules)}</script><script>${script}</script>`
      : `<p>Stand-in for a window of the vault</p><script>${window}</script>`
    return response.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in</title>${body}</html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://vault.localhost:${(server.address() as { port: number }).port}`,
    rules,
    asked,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
