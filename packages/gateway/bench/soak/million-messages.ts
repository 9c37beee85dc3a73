import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectClient } from '../../src/test/relay-client.ts'
import { startServer } from '../relay/load.ts'

const perTopic = 250
const perClient = 1_000
const text = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2'.repeat(5)

/**
 * Fills mailboxes on disk, kills the relay, restarts it on the same folder, and reads every message
 * once.
 */
export async function millionMessages(
  count: number,
): Promise<{ readonly isGood: boolean; readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-million-'))
  const topics = Array.from({ length: Math.ceil(count / perTopic) }, (_, at) =>
    at.toString(16).padStart(64, '0'),
  )
  const filling = await startServer('disk', folder)
  const startedAt = performance.now()
  const publishers = await Promise.all(Array.from({ length: 8 }, () => connectClient(filling.url)))
  await Promise.all(
    publishers.map(async (client, index) => {
      for (let at = index; at < topics.length; at += publishers.length) {
        const messages = Array.from({ length: perTopic }, (_, n) => ({
          topic: topics[at],
          message: `${at}.${n}.${text}`,
          ttl: 86_400,
          tag: 1108,
        }))
        await client.call('irn_batchPublish', { messages })
      }
    }),
  )
  const filledS = (performance.now() - startedAt) / 1_000
  const heldBytes = await filling.rss()
  await filling.kill()
  const restartedAt = performance.now()
  const server = await startServer('disk', folder)
  const openedS = (performance.now() - restartedAt) / 1_000
  const seen = new Set<string>()
  const totals = { pushes: 0 }
  try {
    const readAt = performance.now()
    for (let from = 0; from < topics.length; from += perClient) {
      const mine = topics.slice(from, from + perClient)
      const onPush = ({ message }: { readonly message: string }): void => {
        totals.pushes += 1
        seen.add(message.slice(0, message.lastIndexOf('.')))
      }
      const client = await connectClient(server.url, { onPush })
      for (let at = 0; at < mine.length; at += 500) {
        await client.call('irn_batchSubscribe', { topics: mine.slice(at, at + 500) })
      }
      const wanted = Math.min(topics.length, from + perClient) * perTopic
      for (let last = -1; seen.size < wanted && last !== seen.size; ) {
        last = seen.size
        await new Promise((resolve) => setTimeout(resolve, 3_000))
      }
      await client.close()
    }
    const total = topics.length * perTopic
    const readS = (performance.now() - readAt) / 1_000
    const formatMib = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`
    return {
      isGood: seen.size === total && totals.pushes === total,
      text: `${total} messages kept in ${filledS.toFixed(1)} s (memory ${formatMib(heldBytes)}), relay killed, back in ${openedS.toFixed(1)} s; ${seen.size} delivered in ${readS.toFixed(1)} s, ${totals.pushes - seen.size} of them twice`,
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
