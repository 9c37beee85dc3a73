import { connectClient, type RelayClient } from '../../src/test/relay-client.ts'
import { startServer } from '../relay/load.ts'

const mostBytes = 65_536

/** Measures the relay's memory per idle socket with one subscription. */
export async function idleSockets(
  count: number,
): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const server = await startServer('memory')
  const clients: RelayClient[] = []
  try {
    const before = await server.rss()
    for (let from = 0; from < count; from += 100) {
      clients.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(100, count - from) }, async (_, at) => {
            const client = await connectClient(server.url)
            await client.call('irn_subscribe', {
              topic: (from + at).toString(16).padStart(64, '0'),
            })
            return client
          }),
        )),
      )
    }
    // Longer than a ping and its answer.
    await new Promise((resolve) => setTimeout(resolve, 25_000))
    const alive = clients.filter(({ socket }) => socket.readyState === socket.OPEN).length
    const each = ((await server.rss()) - before) / count
    return {
      isGood: alive === count && each <= mostBytes,
      text: `${alive} of ${count} idle sockets alive, ${(each / 1024).toFixed(1)} KiB each (at most ${mostBytes / 1024})`,
    }
  } finally {
    for (const { socket } of clients) {
      socket.terminate()
    }
    await server.stop()
  }
}
