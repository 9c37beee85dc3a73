import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServedDocument } from '../test/answer-faults.ts'
import { type PostgresServer, postgresPassword, startPostgres } from '../test/start-postgres.ts'
import { type GatewayProcess, startProcess } from '../test/start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-log-'))
const made: { server?: PostgresServer; gateway?: GatewayProcess } = {}
const said: string[] = []
const account = `0x${'5ec2e7'.repeat(7).slice(0, 40)}`
const chain = 'eip155:31337'

/** Whatever of it turns up in the log is a leak. */
const secrets = {
  nodeKey: 'marked-node-key',
  upstreamKey: 'marked-upstream-key',
  operatorToken: 'marked-operator-token-of-forty-characters',
  query: 'markedquery',
  body: 'markedbody',
  header: 'markedheader',
  project: 'markedproject',
} as const

beforeAll(async () => {
  made.server = await startPostgres()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const node = `http://127.0.0.1:1/${secrets.nodeKey}`
  const upstream = {
    url: `http://127.0.0.1:1/${secrets.upstreamKey}`,
    chains: [chain],
    key: secrets.upstreamKey,
  }
  const config = {
    chains: [{ id: chain, name: 'Test', nativeCurrency, rpcUrls: [node], index: { pollMs: 200 } }],
    projects: [{ id: secrets.project, analytics: true }],
    upstreams: { etherscan: upstream, blockscout: upstream, prices: upstream },
    rpc: { timeoutMs: 500 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startProcess(folder, {
    DATABASE_URL: await made.server.createDatabase(),
    LATCHKEY_OPERATOR_TOKEN: secrets.operatorToken,
    LATCHKEY_GATEWAY_LOG: 'debug',
  })
  made.gateway = gateway
  gateway.child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  gateway.child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
})
afterAll(async () => {
  await made.gateway?.kill()
  await made.server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const headers = {
  authorization: `Bearer ${secrets.operatorToken}`,
  cookie: secrets.header,
  'user-agent': secrets.header,
  referer: `https://${secrets.header}.example/`,
}

async function askEverything(): Promise<number> {
  const { url } = made.gateway as GatewayProcess
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as ServedDocument
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [account, secrets.body] }
  const bodies = [
    call,
    {
      type: 'track',
      event: 'CONNECT_SUCCESS',
      address: account,
      properties: { caipAddress: account, x: secrets.body },
    },
    [{ type: 'track', event: 'MODAL_OPEN', timestamp: 1, props: { address: account } }],
    { currency: 'usd', addresses: [`${chain}:${account}`] },
    { currency: secrets.body, addresses: [account] },
  ]
  const asked: Promise<unknown>[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const filled = path.replace('{address}', account).replace('{id}', secrets.query)
      for (const query of [
        'currency=usd',
        `currency=${secrets.query}&chainId=${chain}&search=${secrets.query}`,
      ]) {
        const image = `url=https%3A%2F%2F127.0.0.1%2F${secrets.query}`
        const address = `${url}${filled}?projectId=${secrets.project}&chainId=${chain}&${image}&${query}`
        const ask = async (body?: object) => {
          const init = {
            method: method.toUpperCase(),
            headers,
            ...(body ? { body: JSON.stringify(body) } : {}),
          }
          await (await fetch(address, init)).text()
        }
        asked.push(...(method === 'get' ? [ask()] : bodies.map(ask)))
      }
    }
  }
  for (const path of ['projects', 'session', 'settings', 'keys', secrets.query]) {
    asked.push(fetch(`${url}/operator/v1/${path}`, { headers }).then((response) => response.text()))
  }
  asked.push(
    fetch(`${url}/${secrets.query}/${account}`, { headers }).then((response) => response.text()),
  )
  await Promise.all(asked)
  return asked.length
}

describe('the log', () => {
  test('behavior: knows neither secrets nor addresses nor queries nor bodies, whatever is asked and fails', async () => {
    const answered = await askEverything()
    // The database is gone in the middle of it: what fails then is logged, too.
    await made.server?.crash()
    const failed = await askEverything()
    // The command's own lines come before the log.
    const lines = () =>
      said
        .join('')
        .split('\n')
        .filter((line) => line && !/^(?:gateway|dashboard) /.test(line))
    const requests = () => lines().filter((line) => line.includes('"request"')).length
    await expect.poll(requests, { timeout: 10_000 }).toBeGreaterThanOrEqual(answered + failed)
    const text = lines().join().toLowerCase()
    expect(lines().some((line) => line.includes('"msg":"failed"'))).toBe(true)
    for (const line of lines()) {
      expect(() => JSON.parse(line)).not.toThrow()
    }
    const marks = [
      ...Object.values(secrets),
      postgresPassword,
      account,
      account.slice(2, 20),
      '127.0.0.1',
    ]
    for (const mark of marks) {
      expect([mark, text.includes(mark.toLowerCase())]).toEqual([mark, false])
    }
    expect(readFileSync(join(folder, 'latchkey.json'), 'utf8')).toContain(secrets.nodeKey)
  }, 120_000)
})
