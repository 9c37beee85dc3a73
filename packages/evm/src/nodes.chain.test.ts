import { createServer, request as passOn } from 'node:http'
import type { AddressInfo } from 'node:net'
import { balancesQuery, createKit, type Kit, readSource } from '@latchkey/core'
import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evm } from './evm.ts'
import { readFees } from './read/fees.ts'

const [ada] = accounts
const run = {} as { devnet: EvmDevnet; stops: (() => void)[] }

beforeAll(async () => {
  run.stops = []
  run.devnet = await startEvmDevnet()
})
afterAll(async () => {
  for (const stop of run.stops ?? []) {
    stop()
  }
  await run.devnet?.stop()
})

/**
 * A door that passes everything on, or never answers; it writes down how many calls each request
 * held.
 */
async function door(
  to: string | undefined,
): Promise<{ readonly url: string; readonly asked: number[] }> {
  const asked: number[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) {
      parts.push(part)
    }
    const body = Buffer.concat(parts)
    asked.push([JSON.parse(body.toString())].flat().length)
    if (to === undefined) return
    passOn(to, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500)
      answer.pipe(response)
    }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  run.stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function kitOf(rpcUrls: readonly string[]): Kit {
  return createKit({
    adapters: [evm({ chains: [{ ...devnetChain(run.devnet.url), rpcUrls }] })],
    storage: null,
  })
}

describe('nodes of the owner', () => {
  test('default: what one question needs is one request, and the node takes it', async () => {
    const node = await door(run.devnet.url)
    const source = readSource(kitOf([node.url]), { chain: 'eip155:31337' })
    const judge = createPublicClient({ transport: http(run.devnet.url) })
    const [fees, tip] = await Promise.all([readFees(source), judge.estimateMaxPriorityFeePerGas()])
    expect(fees.maxPriorityFeePerGas).toBe(tip)
    expect(node.asked).toEqual([2])
  })

  test('behavior: a node that hangs costs a visitor one second, once', async () => {
    const [deaf, node] = [await door(undefined), await door(run.devnet.url)]
    const kit = kitOf([deaf.url, node.url])
    const account = `eip155:31337:${ada.address}` as const
    const balances = () => balancesQuery(kit, { account, assets: devnetTokens }).queryFn()
    const judge = createPublicClient({ transport: http(run.devnet.url) })
    const first = await balances()
    expect(first[0]?.amount).toBe(await judge.getBalance({ address: ada.address }))
    const before = deaf.asked.length
    for (let at = 0; at < 5; at++) {
      expect(await balances()).toEqual(first)
    }
    // Asked beside at most, once in four seconds; each of five would have waited for it.
    expect(deaf.asked.length - before).toBeLessThanOrEqual(1)
    expect(node.asked.length).toBeGreaterThan(5)
  })
})
