import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { listChainNames } from '../chains.ts'
import { planGatewayFiles } from './plan-gateway-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-made-gateway-'))
const made: { gateway?: RunningGateway; node?: Server; variables: readonly string[] } = {
  variables: [],
}
beforeAll(async () => {
  const chains = listChainNames()
  const files = planGatewayFiles(
    { name: '@me/demo', template: 'next', chains, hasGateway: true },
    '0.1.0',
  )
  const textOf = (wanted: string): string => files.find(({ path }) => path === wanted)?.text ?? ''
  writeFileSync(join(folder, 'latchkey.json'), textOf('gateway/latchkey.json'))
  const node = createServer((_, response) => {
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  made.node = node
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
  const nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const { environment } = parse(textOf('compose.yaml')).services.gateway
  made.variables = Object.keys(environment).filter((name) => name.startsWith('LATCHKEY_RPC_URLS'))
  made.gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: {
      NODE_ENV: environment.NODE_ENV,
      ...Object.fromEntries(made.variables.map((name) => [name, nodeUrl])),
      // The made file is for a container, which listens for Caddy.
      LATCHKEY_GATEWAY_HOST: '127.0.0.1',
      LATCHKEY_GATEWAY_LOG: 'silent',
    },
  })
})
afterAll(async () => {
  await made.gateway?.stop()
  made.node?.close()
  rmSync(folder, { recursive: true, force: true })
})

function askNode(origin: string): Promise<Response> {
  return fetch(`${made.gateway?.url}/v1?chainId=eip155:1&projectId=demo-app`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
  })
}

describe('planGatewayFiles', () => {
  test('behavior: the gateway starts in production with every network of the made file', async () => {
    expect((await fetch(`${made.gateway?.url}/ready`)).status).toBe(200)
    expect(made.variables).toHaveLength(listChainNames().length)
  })

  test('behavior: it asks the nodes of .env for the app, and for nobody else', async () => {
    const answer = await askNode('http://localhost:5173')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ result: '0x1' })
    expect((await askNode('https://elsewhere.example')).status).toBe(403)
  })
})
