import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../data/open-database.ts'
import { freePort } from '../../test/free-port.ts'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'
import { startRedis } from '../../test/start-redis.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-refused-'))
const running: GatewayProcess[] = []
afterAll(async () => {
  for (const one of running) {
    await one.kill()
  }
  rmSync(root, { recursive: true, force: true })
})

/** The command with a folder it cannot use: all it said, and how it ended. */
async function refused(dataDir: string): Promise<{ readonly said: string; readonly code: number }> {
  const child = spawn(
    process.execPath,
    ['--conditions=latchkey-source', '--import', 'tsx', join(import.meta.dirname, '../../cli.ts')],
    {
      env: {
        ...process.env,
        LATCHKEY_GATEWAY_DATA: dataDir,
        LATCHKEY_GATEWAY_PORT: '0',
        NODE_ENV: 'production',
      },
    },
  )
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  }
  const [code] = await once(child, 'close')
  return { said: Buffer.concat(chunks).toString(), code }
}

describe('a gateway that cannot start', () => {
  test('behavior: a damaged database is told in two lines, with the back-up as the way out', async () => {
    const folder = join(root, 'damaged')
    mkdirSync(folder)
    const database = await openDatabase({ folder: join(folder, 'database') })
    await database.close()
    for (const name of readdirSync(join(folder, 'database', 'global'))) {
      writeFileSync(join(folder, 'database', 'global', name), 'spoilt')
    }
    const { said, code } = await refused(folder)
    expect(code).toBe(1)
    expect(said).toMatch(/config-invalid: the database in .* cannot be opened: it is damaged/)
    expect(said).toMatch(/fix: .*restore a back-up/)
    expect(said.length).toBeLessThan(3_000)
  }, 60_000)

  test('behavior: a folder that cannot be one', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const { said, code } = await refused(join(file, 'data'))
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^config-invalid: .*ENOTDIR.*\n {2}fix: \S.*\n$/),
    ])
  })

  test('behavior: a Redis that comes later is waited for', async () => {
    const port = await freePort()
    const starting = startProcess(join(root, 'redis'), {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      NODE_ENV: 'production',
    })
    starting.catch(() => undefined)
    // Longer than it was waited for before: 5 s, and the start of the rest.
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    const redis = await startRedis(port)
    try {
      const gateway = await starting
      running.push(gateway)
      expect((await fetch(`${gateway.url}/health`)).status).toBe(200)
      await gateway.kill()
    } finally {
      await redis.stop()
    }
  }, 90_000)
})
