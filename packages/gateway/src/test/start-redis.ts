import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'

/** A Redis of its own, empty, on loopback. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/**
 * @throws where there is no `redis-server`: `npm test` installs it on Debian as root
 *   (scripts/redis.mjs)
 */
export async function startRedis(port?: number): Promise<RedisServer> {
  const free = port ?? (await freePort())
  const program = process.env.LATCHKEY_REDIS_SERVER || 'redis-server'
  const child = spawn(program, [
    '--port',
    String(free),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve()
    })
    child.once('error', () =>
      reject(
        new Error(
          'no redis-server: install Redis 7 (Debian: apt-get install redis-server), or name one in LATCHKEY_REDIS_SERVER',
        ),
      ),
    )
    child.once('exit', (code) => reject(new Error(`redis-server ended (${code})`)))
  })
  return {
    url: `redis://127.0.0.1:${free}`,
    port: free,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
