import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { makeTestIdentity } from '../../src/test/make-relay.ts'

export interface Load {
  /** Pairs of a publisher and a subscriber, with one topic each. */
  readonly pairs: number
  /** Messages that a publisher has in progress at once. */
  readonly window: number
  readonly seconds: number
  /** Characters of a message: an encrypted request of usual size. */
  readonly length: number
}

export interface Figure {
  readonly perSecond: number
  /**
   * Microseconds of the server's processor time per delivery: independent of other load on the
   * machine.
   */
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface MeasuredServer {
  readonly url: string
  /** Processor time so far in microseconds. */
  cpuUs(): Promise<number>
  /** Resident memory in bytes. */
  rss(): Promise<number>
  stop(): Promise<void>
  kill(): Promise<void>
}

const warmUp = 10_000
const warmUpMs = 8_000
const filler =
  'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODkrLw=='

/**
 * Starts the measured server in a process of its own, on one processor if the operating system
 * allows it.
 */
export async function startServer(kind: string, folder = ''): Promise<MeasuredServer> {
  const node = [
    process.execPath,
    '--conditions=latchkey-source',
    '--import',
    'tsx',
    join(import.meta.dirname, 'serve.ts'),
    kind,
    folder,
  ]
  const [command = '', ...args] =
    process.platform === 'linux' ? ['taskset', '-c', '0', ...node] : node
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [url] = (await once(lines, 'line')) as [string]
  const askUse = async (): Promise<{ readonly cpuUs: number; readonly rss: number }> => {
    const answer = once(lines, 'line')
    child.stdin.write('use\n')
    return JSON.parse(String((await answer)[0]))
  }
  return {
    url,
    cpuUs: async () => (await askUse()).cpuUs,
    rss: async () => (await askUse()).rss,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function openSocket(url: string): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/?auth=${makeTestIdentity().token()}`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

const publishOf = (topic: string, n: number, length: number): string => {
  const message = `${n}-${filler.repeat(Math.ceil(length / filler.length))}`.slice(0, length)
  const id = `17800000${String(n).padStart(11, '0')}`
  return `{"id":"${id}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"${message}","ttl":300,"tag":1108,"prompt":true}}`
}
const ackOf = (id: unknown): string => `{"id":${id},"jsonrpc":"2.0","result":true}`

/**
 * Deliveries per second: published by one client, pushed to another, acknowledged. The echo returns
 * the same two frames of a delivery (publication and acknowledgement) unchanged.
 */
export async function measureLoad(
  url: string,
  cpuUs: () => Promise<number>,
  load: Load,
  isEcho: boolean,
): Promise<Figure> {
  const state = { done: 0, isOver: false, latencies: [] as number[] }
  const sockets: WebSocket[] = []
  await Promise.all(
    Array.from({ length: load.pairs }, async (_, pair) => {
      const topic = pair.toString(16).padStart(64, '0')
      const [publisher, subscriber] = [await openSocket(url), await openSocket(url)]
      sockets.push(publisher, subscriber)
      const sentAt = new Map<number, number>()
      const next = { n: 0 }
      const publishNext = (): void => {
        if (state.isOver) return
        const n = next.n++
        sentAt.set(n, performance.now())
        publisher.send(publishOf(topic, n, load.length))
      }
      const handleDelivery = (text: string): void => {
        const n = Number(/"message":"(\d+)-/.exec(text)?.[1])
        state.latencies.push(performance.now() - (sentAt.get(n) ?? Number.NaN))
        sentAt.delete(n)
        state.done += 1
        subscriber.send(ackOf(/"id":"?(\d+)/.exec(text)?.[1]))
        publishNext()
      }
      if (isEcho) publisher.on('message', (data) => handleDelivery(data.toString()))
      else {
        const subscribed = once(subscriber, 'message')
        subscriber.send(
          `{"id":"1","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`,
        )
        await subscribed
        subscriber.on('message', (data) => handleDelivery(data.toString()))
        publisher.on('message', (data) => {
          if (data.toString().includes('"error"')) throw new Error(data.toString())
        })
      }
      for (let at = 0; at < load.window; at++) {
        publishNext()
      }
    }),
  )
  // Compilation and cache warm-up are not counted.
  const warmUntil = performance.now() + warmUpMs
  while (state.done < warmUp && performance.now() < warmUntil) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const [from, startedAt, cpu] = [state.done, performance.now(), await cpuUs()]
  state.latencies.length = 0
  await new Promise((resolve) => setTimeout(resolve, load.seconds * 1_000))
  const [count, seconds, used] = [
    state.done - from,
    (performance.now() - startedAt) / 1_000,
    (await cpuUs()) - cpu,
  ]
  const sorted = [...state.latencies].sort((a, b) => a - b)
  state.isOver = true
  for (const socket of sockets) {
    socket.terminate()
  }
  const quantileOf = (share: number): number =>
    sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    perSecond: count / seconds,
    cpuUs: used / count,
    p50Ms: quantileOf(0.5),
    p99Ms: quantileOf(0.99),
  }
}
