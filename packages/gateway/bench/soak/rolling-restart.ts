import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestIdentity } from '../../src/test/make-relay.ts'
import { connectClient, type RelayClient } from '../../src/test/relay-client.ts'
import { type GatewayProcess, startProcess } from '../../src/test/start-process.ts'
import { startRedis } from '../../src/test/start-redis.ts'

const pairs = 20
const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A client that survives the end of its replica: it connects to the next one at once and subscribes
 * again.
 */
function steadyClient(
  urls: () => readonly string[],
  topics: readonly string[],
  onMessage: (message: string) => void,
) {
  const identity = makeTestIdentity()
  const state = {
    turn: Math.floor(Math.random() * 2),
    isOver: false,
    client: undefined as RelayClient | undefined,
  }
  const openClient = async (): Promise<void> => {
    while (!state.isOver) {
      try {
        const url = urls()[state.turn++ % 2] ?? ''
        const client = await connectClient(url, {
          identity,
          onPush: ({ message }) => onMessage(message),
        })
        client.socket.once('close', () => void openClient())
        state.client = client
        if (topics.length > 0) await client.call('irn_batchSubscribe', { topics })
        return
      } catch {
        await pauseFor(50)
      }
    }
  }
  return {
    ready: openClient(),
    /** Repeats the publication until a replica has acknowledged it. */
    async publish(topic: string, message: string): Promise<void> {
      for (;;) {
        try {
          if (!state.client) throw new Error('not yet')
          await state.client.call('irn_publish', { topic, message, ttl: 3_600, tag: 1 })
          return
        } catch {
          await pauseFor(20)
        }
      }
    },
    end() {
      state.isOver = true
      state.client?.socket.terminate()
    },
  }
}

/**
 * Kills and stops two replicas with one Redis alternately while clients publish: every acknowledged
 * message must arrive.
 */
export async function rollingRestart(
  seconds: number,
): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-rolling-'))
  const redis = await startRedis()
  const publish = {
    capacity: 1e6,
    refillPerSecond: 1e5,
    bytesCapacity: 1e9,
    bytesPerSecond: 1e9,
    perAddress: 8,
  }
  const startReplica = (name: string, port = '0'): Promise<GatewayProcess> =>
    startProcess(join(folder, name), { REDIS_URL: redis.url, LATCHKEY_GATEWAY_PORT: port })
  const { mkdirSync } = await import('node:fs')
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'latchkey.json'), JSON.stringify({ relay: { publish } }))
  }
  const replicas = [await startReplica('one'), await startReplica('two')]
  const replicaUrls = (): readonly string[] => replicas.map(({ url }) => url)
  const [acknowledged, received] = [new Set<string>(), new Set<string>()]
  const counts = { twice: 0, restarts: 0 }
  const onMessage = (message: string): void => {
    if (received.has(message)) counts.twice += 1
    received.add(message)
  }
  const until = Date.now() + seconds * 1_000
  const clients = Array.from({ length: pairs }, (_, pair) => {
    const topic = `soak-${pair}`
    return {
      topic,
      wallet: steadyClient(replicaUrls, [topic], onMessage),
      dapp: steadyClient(replicaUrls, [], () => {}),
    }
  })
  try {
    await Promise.all(clients.flatMap(({ wallet, dapp }) => [wallet.ready, dapp.ready]))
    const load = clients.map(async ({ topic, dapp }) => {
      for (let n = 0; Date.now() < until; n++) {
        const message = `${topic}.${n}`
        await dapp.publish(topic, message)
        acknowledged.add(message)
      }
    })
    const restarts = (async () => {
      while (Date.now() < until - 3_000) {
        const at = counts.restarts++ % 2
        const old = replicas[at] as GatewayProcess
        if (counts.restarts % 3 === 0) old.child.kill('SIGTERM')
        await Promise.race([
          old.child.exitCode === null && counts.restarts % 3 !== 0 ? old.kill() : waitForExit(old),
          pauseFor(8_000),
        ])
        replicas[at] = await startReplica(at === 0 ? 'one' : 'two', new URL(old.url).port)
        await pauseFor(500)
      }
    })()
    await Promise.all([...load, restarts])
    for (let last = -1; last !== received.size; ) {
      last = received.size
      await pauseFor(2_000)
    }
    const lost = [...acknowledged].filter((message) => !received.has(message)).length
    return {
      isGood: lost === 0 && acknowledged.size > 0 && counts.restarts > 1,
      text: `two replicas on Redis, ${counts.restarts} restarts in ${seconds} s: ${acknowledged.size} acknowledged, ${lost} lost, ${counts.twice} delivered again`,
    }
  } finally {
    for (const { wallet, dapp } of clients) {
      for (const one of [wallet, dapp]) {
        one.end()
      }
    }
    for (const one of replicas) {
      await one.kill()
    }
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function waitForExit({ child }: GatewayProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
