import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as passOn } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKit, readSource } from '@latchkey/core'
import { accounts, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { createPublicClient, http, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = {} as {
  folder: string
  devnet: EvmDevnet
  gateway: RunningGateway
  stops: (() => void)[]
}

beforeAll(async () => {
  run.stops = []
  run.devnet = await startEvmDevnet()
  run.folder = mkdtempSync(join(tmpdir(), 'latchkey-batches-'))
  const config = {
    chains: [devnetChain(run.devnet.url)],
    projects: [{ id: 'demo' }],
    rpc: { maxBatch: 3 },
  }
  writeFileSync(join(run.folder, 'latchkey.json'), JSON.stringify(config))
  run.gateway = await startGateway({
    dataDir: run.folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
})
afterAll(async () => {
  for (const stop of run.stops ?? []) {
    stop()
  }
  await Promise.all([run.gateway?.stop(), run.devnet?.stop()])
  if (run.folder) rmSync(run.folder, { recursive: true, force: true })
})

/**
 * The gateway behind a door that writes down how many calls each request holds, and what it is
 * answered.
 */
async function door(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) {
      parts.push(part)
    }
    const body = Buffer.concat(parts)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    passOn(`${run.gateway.url}${request.url}`, { method: 'POST', headers }, (answer) => {
      seen.push(`${[JSON.parse(body.toString())].flat().length} ${answer.statusCode}`)
      response.writeHead(answer.statusCode ?? 500)
      answer.pipe(response)
    }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  run.stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe('calls of a page over the gateway', () => {
  test('behavior: they travel together as far as its operator lets them, and each gets its own answer', async () => {
    const { url, seen } = await door()
    const chain = { ...devnetChain(run.devnet.url), rpcUrls: [] }
    const kit = createKit({
      adapters: [evm({ chains: [chain] })],
      storage: null,
      gateway: { url, project: 'demo' },
    })
    const source = readSource(kit, { chain: chain.id })
    const ask = (count: number): Promise<unknown[]> =>
      Promise.all(
        accounts
          .slice(0, count)
          .map(({ address }) => source.request('eth_getBalance', [address, 'latest'])),
      )
    const judge = createPublicClient({ transport: http(run.devnet.url) })
    const truth = await Promise.all(
      accounts
        .slice(0, 4)
        .map(async ({ address }) => numberToHex(await judge.getBalance({ address }))),
    )
    expect(await ask(3)).toEqual(truth.slice(0, 3))
    expect(seen).toEqual(['3 200'])
    // More than the operator takes at once is taken apart.
    expect(await ask(4)).toEqual(truth)
    expect(seen.slice(1)).toEqual(['4 400', '1 200', '1 200', '1 200', '1 200'])
  })
})
