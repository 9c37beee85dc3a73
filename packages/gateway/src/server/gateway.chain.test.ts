import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { isBalanceAnswer } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, chainId } from '../test/make-gateway.ts'
import { developmentConfig } from './config/development.ts'
import { type RunningGateway, startGateway } from './hosts/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-gateway-'))
const counted: string[] = []
const made: { devnet?: EvmDevnet; proxy?: Server; gateway?: RunningGateway } = {}
const tokens = [
  ...devnetTokens,
  // Contracts that hold nothing of the account, or are no token at all: 50 in all.
  ...Array.from({ length: 48 }, (_, at) => ({
    id: `eip155:31337/erc20:0x${(at + 4096).toString(16).padStart(40, '0')}`,
    name: `Token ${at}`,
    symbol: `T${at}`,
    decimals: 18,
  })),
]

beforeAll(async () => {
  const devnet = await startEvmDevnet()
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      counted.push(body)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(devnet.url, { method: 'POST', body, headers })
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const good = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const chain = { ...devnetChain(), rpcUrls: ['http://127.0.0.1:1', good] }
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({ chains: [chain], tokens, projects: [{ id: 'demo' }] }),
  )
  const env = { LATCHKEY_GATEWAY_LOG: 'silent' }
  Object.assign(made, {
    devnet,
    proxy,
    gateway: await startGateway({ dataDir: folder, port: 0, env }),
  })
})
afterAll(async () => {
  await made.gateway?.stop()
  await new Promise((resolve) => made.proxy?.close(resolve))
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string): Promise<unknown> => {
  const response = await fetch(
    `${made.gateway?.url}${path}${path.includes('?') ? '&' : '?'}projectId=demo`,
  )
  expect(response.status).toBe(200)
  return response.json()
}

describe('gateway on a chain', () => {
  test('behavior: the balance of 50 tokens is one round trip to the node, once it has named its chain', async () => {
    counted.length = 0
    const path = `/v1/account/${account}/balance?currency=usd&chainId=${chainId}`
    const answer = await get(path)
    expect(counted.map((body) => JSON.parse(body).method)).toEqual(['eth_chainId', 'eth_call'])
    if (!isBalanceAnswer(answer)) throw new Error('no balance')
    expect(answer.balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'LATCH', 'USDC'])
    expect(answer.balances[2]?.address).toBe(`eip155:31337:${addresses.usdc}`)
    expect(answer.balances.every((one) => !('price' in one) && !('value' in one))).toBe(true)
    await get(path)
    expect(counted).toHaveLength(2)
    await get(`${path}&forceUpdate=${chainId}:${addresses.usdc}`)
    expect(counted).toHaveLength(3)
  })

  test('behavior: amounts are what the chain says', async () => {
    const other = '0x00000000000000000000000000000000000000aa'
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [other, '0xde0b6b3a7640001'],
    }
    const headers = { 'content-type': 'application/json' }
    await fetch(made.devnet?.url as string, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(await get(`/v1/account/${other}/balance?currency=usd&chainId=${chainId}`)).toEqual({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId,
          quantity: { decimals: '18', numeric: '1.000000000000000001' },
        },
      ],
    })
  })

  test('behavior: names lead back to their address, or are not believed', async () => {
    expect(await get(`/v1/identity/${account}`)).toMatchObject({
      name: 'ada.eth',
      avatar: expect.stringMatching(/^data:image\/png/),
    })
    expect(await get('/v1/identity/0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')).toMatchObject({
      name: null,
      avatar: null,
    })
    expect(await get('/v1/identity/0x00000000000000000000000000000000000000bb')).toMatchObject({
      name: null,
    })
  })

  test('behavior: JSON-RPC passes through beside a dead first node', async () => {
    const body =
      '[{"jsonrpc":"2.0","id":1780000000000000001,"method":"eth_chainId"},{"jsonrpc":"2.0","id":"b","method":"eth_blockNumber"}]'
    const response = await fetch(`${made.gateway?.url}/v1?chainId=${chainId}&projectId=demo`, {
      method: 'POST',
      body,
    })
    expect(await response.text()).toMatch(
      /^\[{"jsonrpc":"2.0","id":1780000000000000001,"result":"0x7a69"},{"jsonrpc":"2.0","id":"b","result":"0x[\da-f]+"}]$/,
    )
  })

  test('behavior: projects outlive a restart', async () => {
    const env = { LATCHKEY_GATEWAY_LOG: 'silent' }
    await made.gateway?.stop()
    made.gateway = await startGateway({ dataDir: folder, port: 0, env })
    expect(await get('/projects/v1/origins')).toEqual({ allowedOrigins: [] })
  })

  test('behavior: the development configuration is the devnet', () => {
    // The other local chains follow (families/families.chain.test.ts).
    const { chains = [], tokens: listed = [] } = developmentConfig('http://localhost:8545')
    const { rpcUrls, ...known } = devnetChain('http://localhost:8545')
    // How it is followed is the gateway's own affair.
    expect(chains.slice(0, 1).map(({ index: _, ...chain }) => chain)).toEqual([
      { ...known, rpcUrls },
    ])
    expect(listed.slice(0, devnetTokens.length)).toEqual(devnetTokens)
  })
})
