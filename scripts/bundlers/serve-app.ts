import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listenLoopback, serveFolder } from '../serve.mjs'
import type { Bundler } from './bundlers.ts'

export interface Served {
  readonly origin: string
  close(): Promise<void>
}

/** Serves a built app: as files, or with the server that its bundler brings. */
export async function serveApp(apps: string, bundler: Bundler, folder: string): Promise<Served> {
  if (bundler.serve) return startServer(bundler, bundler.serve, apps, folder)
  const server = await listenLoopback(serveFolder(join(folder, bundler.output)), 0)
  return { origin: `http://127.0.0.1:${server.port}`, close: () => server.close() }
}

/** Starts a bundler's server. @throws with its output when it ends before it listens */
async function startServer(
  { env }: Bundler,
  [program = '', ...args]: readonly string[],
  apps: string,
  cwd: string,
): Promise<Served> {
  const child = spawn(process.execPath, [join(apps, 'node_modules', program), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const said: string[] = []
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        said.push(part.toString())
        const found = findAddress(said.join(''))
        if (found) resolve(found)
      })
    }
    child.once('error', reject)
    child.once('close', () => reject(new Error(`the server ends:\n${said.join('')}`)))
  })
  return {
    origin,
    async close() {
      child.kill()
      await ended
    },
  }
}

/** The address that a server prints once it listens; a port that is still being printed is none. */
export function findAddress(said: string): string | undefined {
  // Colours of a terminal may stand beside it.
  return /(http:\/\/127\.0\.0\.1:\d+)[^\d]/.exec(said)?.[1]
}
