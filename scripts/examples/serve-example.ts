import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listenLoopback, serveFolder } from '../serve.mjs'
import type { Example } from './examples.ts'
import { findFreePort } from './find-free-port.ts'

const patienceMs = 60_000

export interface ServedExample {
  readonly origin: string
  close(): Promise<void>
}

/** Serves a built example: as files, or with its own server. */
export async function serveExample(example: Example, folder: string): Promise<ServedExample> {
  if ('folder' in example.serve) {
    const server = await listenLoopback(serveFolder(join(folder, example.serve.folder)), 0)
    return { origin: `http://127.0.0.1:${server.port}`, close: () => server.close() }
  }
  return startServer(example.serve.command, folder, example.env ?? {})
}

/** Starts a server on a free port. @throws with its output when it ends, or never answers */
async function startServer(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ServedExample> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn('npm', args, {
    cwd,
    // npm starts the server as a child of its own: a group ends both.
    detached: true,
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => void said.push(part.toString()))
  }
  const ended = once(child, 'close')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid)
    await ended
  }
  const end = Date.now() + patienceMs
  while (Date.now() < end && child.exitCode === null) {
    const isUp = await fetch(origin, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { origin, close: stop }
    await new Promise((done) => setTimeout(done, 100))
  }
  await stop()
  throw new Error(`npm ${args.join(' ')} does not answer at ${origin}:\n${said.join('')}`)
}
