import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL of its own, empty, on loopback. */
export interface PostgresServer {
  readonly port: number
  /** Address of a new, empty database. */
  createDatabase(): Promise<string>
  /** Ends it at once, as a crash would; `start` brings it back on its data and port. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

export const postgresPassword = 'not-for-the-log'

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=16MB',
  'max_connections=60',
  'timezone=Asia/Kolkata',
  'logging_collector=off',
  'lc_messages=C',
]

/** @throws where there is no PostgreSQL; `npm test` finds or fetches one (scripts/postgres.mjs) */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPrograms()
  const owner = ownerOf()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const data = join(folder, 'data')
  const secret = join(folder, 'password')
  writeFileSync(secret, postgresPassword)
  if (owner)
    for (const path of [folder, secret]) {
      chownSync(path, owner.uid, owner.gid)
    }
  const made = [
    '-D',
    data,
    '-U',
    'latchkey',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-N',
    '-E',
    'UTF8',
  ]
  execFileSync(join(programs, 'initdb'), [...made, '--locale=C'], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  const running: { child?: ChildProcess } = {}
  const addressOf = (database: string) =>
    `postgres://latchkey:${postgresPassword}@127.0.0.1:${port}/${database}`

  const start = async (): Promise<void> => {
    const flags = settings.flatMap((setting) => ['-c', setting])
    const options = {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
    }
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...flags],
      options,
    )
    running.child = child
    await new Promise<void>((resolve, reject) => {
      const said: string[] = []
      child.stderr.on('data', (chunk: Buffer) => {
        said.push(chunk.toString())
        if (chunk.includes('ready to accept connections')) resolve()
      })
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`postgres ended (${code}): ${said.join('')}`)))
    })
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    const { child } = running
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  return {
    port,
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const client = new pg.Client(addressOf('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return addressOf(name)
    },
    crash: () => end('SIGQUIT'),
    start,
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findPrograms(): string {
  if (process.env.LATCHKEY_POSTGRES_BIN) return process.env.LATCHKEY_POSTGRES_BIN
  const debian = '/usr/lib/postgresql'
  const versions = listOf(debian).map(Number).filter(Boolean)
  if (!versions.length)
    throw new Error(
      'no PostgreSQL: install it (Debian: apt-get install postgresql), or name its folder of programs in LATCHKEY_POSTGRES_BIN',
    )
  return join(debian, String(Math.max(...versions)), 'bin')
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root; Debian brings a user for it. */
function ownerOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
