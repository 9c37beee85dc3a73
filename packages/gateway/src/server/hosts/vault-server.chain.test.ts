import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from './node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-vault-'))
const made: { gateway?: RunningGateway } = {}
beforeAll(async () => {
  const vault = {
    origin: 'http://vault.localhost:4302',
    smtp: { host: '127.0.0.1', port: 1, from: 'vault@vault.localhost' },
  }
  const config = { projects: [{ id: 'shop' }], vault, logLevel: 'silent' }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  made.gateway = await startGateway({ dataDir: folder, port: 0, env: {} })
})
afterAll(async () => {
  await made.gateway?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * By hand: `fetch` names the host of the address, and this name need not be known to the system.
 */
function ask(host: string, path: string): Promise<{ status: number; body: string }> {
  const { port } = new URL(made.gateway?.vaultUrl ?? '')
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      )
    })
      .on('error', fail)
      .end()
  })
}

describe('a gateway with a vault', () => {
  test('default: serves its origin on a port of its own, and makes the key for its owner only', async () => {
    const { host } = new URL(made.gateway?.vaultUrl ?? '')
    expect(host).toMatch(/^vault\.localhost:\d+$/)
    const answer = await ask(host, '/api/account')
    expect([answer.status, answer.body]).toEqual([401, expect.stringContaining('vault-refused')])
    expect((await ask(`127.0.0.1:${host.split(':')[1]}`, '/api/account')).status).toBe(421)
    expect((await ask(host, '/health')).status).toBe(404)
    expect((await fetch(`${made.gateway?.url}/api/account`)).status).toBe(404)
    expect(statSync(join(folder, 'vault.key')).mode & 0o777).toBe(0o600)
  })

  test('behavior: a gateway that is started again opens what it sealed; without the key it does not start', async () => {
    await made.gateway?.stop()
    made.gateway = await startGateway({ dataDir: folder, port: 0, env: {} })
    expect((await ask(new URL(made.gateway.vaultUrl ?? '').host, '/api/account')).status).toBe(401)
    await made.gateway.stop()
    rmSync(join(folder, 'vault.key'))
    await expect(startGateway({ dataDir: folder, port: 0, env: {} })).rejects.toThrow()
    expect(existsSync(join(folder, 'vault.key'))).toBe(false)
  })
})
