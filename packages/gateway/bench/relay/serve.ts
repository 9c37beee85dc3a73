import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocketServer } from 'ws'
import { configSchema } from '../../src/base/config/schema.ts'
import { openStore } from '../../src/features/relay/open-store.ts'
import { createRelay } from '../../src/features/relay/relay.ts'
import { relaySockets } from '../../src/server/hosts/relay-sockets.ts'

/**
 * The measured server in a process of its own: `serve.ts echo|memory|disk [folder]`. Prints its
 * address, then its resource usage for each input line; ends with stdin.
 */
const [kind = 'echo', folder] = process.argv.slice(2)
const limits = {
  publish: { capacity: 1e9, refillPerSecond: 1e9, bytesCapacity: 1e12, bytesPerSecond: 1e12 },
}

async function serveKind(): Promise<{ url: string; stop(): Promise<void> }> {
  if (kind === 'echo') {
    const server = createServer()
    const sockets = new WebSocketServer({ server, perMessageDeflate: false })
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => socket.send(data.toString())),
    )
    return { url: await listenOn(server), stop: async () => process.exit(0) }
  }
  const dataDir = folder || mkdtempSync(join(tmpdir(), 'latchkey-relay-bench-'))
  // All clients of the bench share one address, so its limits are raised.
  const room = {
    maxBytes: 4e9,
    bytesPerAddress: 4e9,
    connectionsPerAddress: 20_000,
    subscriptionsPerAddress: 1e9,
  }
  const relay = { store: kind, ...room, ...limits }
  const config = configSchema.parse({ relay })
  const log = { info: () => {}, error: console.error }
  const made = await createRelay({
    limits: config.relay,
    log,
    openStore: (listener) => openStore(config, dataDir, log, listener),
  })
  const sockets = relaySockets(made, () => 'bench')
  const server = createServer().on('upgrade', sockets.upgrade)
  return {
    url: await listenOn(server),
    async stop() {
      server.close()
      await sockets.stop()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function listenOn(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const server = await serveKind()
console.log(server.url)
createInterface({ input: process.stdin })
  .on('line', () => {
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ cpuUs: user + system, rss: process.memoryUsage().rss }))
  })
  .once('close', () => void server.stop().then(() => process.exit(0)))
