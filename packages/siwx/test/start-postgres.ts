import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']

/**
 * Starts an empty PostgreSQL server that listens on 127.0.0.1 only.
 * @throws when no PostgreSQL is installed; `npm test` finds or fetches one (scripts/postgres.mjs)
 */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const programs = findPrograms()
  const owner = findOwner()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-siwx-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder }
  const data = join(folder, 'data')
  const made = ['-D', data, '-U', 'latchkey', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C']
  execFileSync(join(programs, 'initdb'), made, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`postgres ended (${code})`)))
  })
  return {
    url: `postgres://latchkey@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit')
      // On SIGTERM, PostgreSQL stops only when its last client has disconnected.
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findPrograms(): string {
  if (process.env.LATCHKEY_POSTGRES_BIN) return process.env.LATCHKEY_POSTGRES_BIN
  const debian = '/usr/lib/postgresql'
  const versions = readdirSync(debian).map(Number).filter(Boolean)
  return join(debian, String(Math.max(...versions)), 'bin')
}

/**
 * The user that runs PostgreSQL: it refuses to run as root, and Debian installs the user `postgres`
 * for it.
 */
function findOwner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}
