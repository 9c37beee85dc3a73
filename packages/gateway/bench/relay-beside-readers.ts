import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { openDatabase } from '../src/data/open-database.ts'
import { makeTestIdentity } from '../src/test/make-relay.ts'
import { startProcess } from '../src/test/start-process.ts'
import { accountOf, benchChain, fillHistory, listedTokens, poolPrices } from './fill-history.ts'
import { quantile } from './times.ts'

const transfers = 300_000
const readers = 5
/** Alone and beside the readers in turns, so that whatever else the machine does falls on both. */
const rounds = 4
const windowMs = 2_500
const everyMs = 10
const topic = 'ab'.repeat(32)
const most = 5

/**
 * Milliseconds of a message from one client to another through the relay of a gateway on the
 * embedded database, alone and beside readers of history.
 */
export async function relayBesideReaders() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  await prepare(folder)
  const gateway = await startProcess(folder)
  const relay = await openPair(gateway.url)
  const agent = new Agent({ keepAlive: true })
  try {
    const times = { alone: [] as number[], beside: [] as number[] }
    const state = { pages: 0, isReading: false }
    const read = async (reader: number): Promise<void> => {
      for (let round = reader; state.isReading; round += readers, state.pages++) {
        await page(gateway.url, round, agent)
      }
    }
    await page(gateway.url, 0, agent)
    await window(relay.send)
    for (let round = 0; round < rounds; round++) {
      times.alone.push(...(await window(relay.send)))
      state.isReading = true
      const reading = Array.from({ length: readers }, (_, reader) => read(reader))
      times.beside.push(...(await window(relay.send)))
      state.isReading = false
      await Promise.all(reading)
    }
    const [alone, beside] = [times.alone, times.beside].map((list) => ({
      p50: quantile(list, 0.5),
      p95: quantile(list, 0.95),
    })) as [Spread, Spread]
    const share = beside.p50 / alone.p50
    const each = `p50 ${alone.p50.toFixed(1)} → ${beside.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} → ${beside.p95.toFixed(1)} ms`
    return {
      figures: { transfers, readers, alone, beside, pages: state.pages },
      rows: [
        {
          what: `a message through the relay beside ${readers} readers of history on the embedded database, against alone in the same run (${each})`,
          ours: `${share.toFixed(1)} ×`,
          budget: `≤ ${most} ×`,
          isGood: share <= most,
        },
      ],
    }
  } finally {
    relay.close()
    agent.destroy()
    await gateway.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Spread {
  readonly p50: number
  readonly p95: number
}

async function prepare(folder: string): Promise<void> {
  const database = await openDatabase({ folder: join(folder, 'database') })
  await fillHistory(database.db, transfers)
  await database.close()
  const rateLimit = { capacity: 1e9, refillPerSecond: 1e9 }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = {
    id: benchChain,
    name: 'Bench',
    rpcUrls: ['http://127.0.0.1:1'],
    index: {},
    nativeCurrency,
  }
  const limits = { rateLimit, projectRateLimit: rateLimit, projects: [{ id: 'bench' }] }
  const config = { chains: [chain], tokens: listedTokens, prices: poolPrices, ...limits }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
}

/** Times of messages, one after the other, for a while. */
async function window(send: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + windowMs
  while (performance.now() < until) {
    times.push(await send())
    await pause(everyMs)
  }
  return times
}

function page(url: string, round: number, agent: Agent): Promise<void> {
  const path = `/v1/account/${accountOf(round)}/history?chainId=${benchChain}&currency=usd&projectId=bench`
  return new Promise((resolve, reject) => {
    get(url + path, { agent }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`a page answers ${response.statusCode}`)),
      )
    }).once('error', reject)
  })
}

/** A publisher and a subscriber; `send` resolves with the milliseconds from one to the other. */
async function openPair(url: string): Promise<{ send(): Promise<number>; close(): void }> {
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/?auth=${makeTestIdentity().token()}`)
    await once(socket, 'open')
    return socket
  }
  const [publisher, subscriber] = [await open(), await open()]
  const state = { id: Date.now() * 1_000, arrived: (): void => {} }
  const call = (socket: WebSocket, method: string, params: object): void =>
    socket.send(JSON.stringify({ id: ++state.id, jsonrpc: '2.0', method, params }))
  const subscribed = once(subscriber, 'message')
  call(subscriber, 'irn_subscribe', { topic })
  await subscribed
  subscriber.on('message', (data) => {
    const { id, method } = JSON.parse(String(data)) as {
      readonly id: number
      readonly method?: string
    }
    if (!method) return
    subscriber.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    state.arrived()
  })
  return {
    async send() {
      const startedAt = performance.now()
      const arrived = new Promise<void>((resolve) => {
        state.arrived = resolve
      })
      const message = `${state.id}-${'x'.repeat(600)}`
      call(publisher, 'irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: true })
      await arrived
      return performance.now() - startedAt
    },
    close() {
      for (const socket of [publisher, subscriber]) {
        socket.terminate()
      }
    },
  }
}
