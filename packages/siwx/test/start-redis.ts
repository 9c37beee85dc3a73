import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'

/**
 * Starts an empty Redis server that listens on 127.0.0.1 only.
 * @throws when there is no `redis-server`; `npm test` installs it on Debian as root
 *   (scripts/redis.mjs)
 */
export async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const program = process.env.LATCHKEY_REDIS_SERVER || 'redis-server'
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, ['--port', String(port), ...settings])
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended (${code})`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
