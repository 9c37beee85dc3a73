import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import { type RunningGateway, startGateway } from './node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-ready-'))
const made = {} as { server: PostgresServer; gateway: RunningGateway }
const ask = async (path: string) => {
  const response = await fetch(made.gateway.url + path)
  return {
    status: response.status,
    retry: response.headers.get('retry-after'),
    json: await response.json(),
  }
}

beforeAll(async () => {
  made.server = await startPostgres()
  const config = {
    rateLimit: { capacity: 30, refillPerSecond: 0.01 },
    projects: [{ id: 'shop' }, { id: 'other' }],
    drainMs: 0,
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const env = { LATCHKEY_GATEWAY_LOG: 'silent', DATABASE_URL: await made.server.createDatabase() }
  made.gateway = await startGateway({ dataDir: folder, port: 0, env })
})
afterAll(async () => {
  await made.gateway?.stop()
  await made.server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// In order: PostgreSQL ends in the second.
describe('a gateway whose database goes', () => {
  test('behavior: is live and ready before, however often it is asked', async () => {
    for (let probe = 0; probe < 100; probe++) {
      expect((await ask('/live')).status).toBe(200)
    }
    for (let probe = 0; probe < 100; probe++) {
      expect((await ask('/ready')).status).toBe(200)
    }
    expect((await ask('/ready')).json).toEqual({
      status: 'ready',
      parts: { database: 'ok', relay: 'ok', disk: expect.any(String) },
    })
    expect((await ask('/getWallets?projectId=shop')).status).toBe(200)
  })

  test('behavior: says so, serves the projects it knows, and answers 503 for those it does not', async () => {
    await made.server.stop()
    await expect
      .poll(() => ask('/ready'), { timeout: 15_000 })
      .toMatchObject({
        status: 503,
        retry: '5',
        json: { status: 'failing', parts: { database: 'failing' } },
      })
    expect((await ask('/live')).status).toBe(200)
    // Older than the five seconds in which it is not even asked for.
    await new Promise((resolve) => setTimeout(resolve, 5_100))
    for (let call = 0; call < 5; call++) {
      expect((await ask('/getWallets?projectId=shop')).status).toBe(200)
    }
    expect(await ask('/getWallets?projectId=other')).toMatchObject({
      status: 503,
      retry: '5',
      json: {
        status: 'FAILED',
        reasons: [{ description: expect.stringContaining('does not answer') }],
      },
    })
  }, 40_000)

  test('behavior: says that it is going once it was told to', async () => {
    await made.gateway.drain()
    await expect
      .poll(async () => (await ask('/ready')).json, { timeout: 5_000 })
      .toMatchObject({ status: 'draining' })
    expect((await ask('/live')).status).toBe(200)
  })
})
