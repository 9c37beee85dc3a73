import { describe, expect, onTestFinished, test } from 'vitest'
import { random, seed } from '../../../../tests/helpers/seed.ts'
import { connected, openRawPage } from './test/raw-page.ts'

const leaves: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'eip155',
  'eip155:1',
  '__proto__',
  'x'.repeat(5000),
  '\u202e\n<img src=x onerror=alert(1)>',
  [],
  {},
]
const keys = [
  'request',
  'chainId',
  'method',
  'params',
  'expiryTimestamp',
  'proposer',
  'publicKey',
  'metadata',
  'icons',
  'requiredNamespaces',
  'optionalNamespaces',
  'eip155',
  'chains',
  'methods',
  'events',
  'namespaces',
  'authPayload',
  'requester',
  'resources',
  'domain',
  'sessionProperties',
  'scopedProperties',
  'redirect',
  'universal',
  'event',
]
const methods = [
  'wc_sessionPropose',
  'wc_sessionSettle',
  'wc_sessionUpdate',
  'wc_sessionExtend',
  'wc_sessionRequest',
  'wc_sessionEvent',
  'wc_sessionPing',
  'wc_sessionAuthenticate',
  'wc_pairingPing',
  'wc_unheardOf',
]

/** To be repeated: LATCHKEY_SEED. */
const told = `seed ${seed}`

describe('hostile pages', () => {
  test('behavior: 200 requests of any shape, on a pairing and in a session: nothing is thrown, and the wallet still answers', async () => {
    const next = random()
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
    const any = (depth: number): unknown => {
      if (depth === 0 || next() < 0.3) return pick(leaves)
      if (next() < 0.2) return Array.from({ length: 3 }, () => any(depth - 1))
      return Object.fromEntries(Array.from({ length: 4 }, () => [pick(keys), any(depth - 1)]))
    }
    const rejections: unknown[] = []
    const note = (reason: unknown) => void rejections.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))

    const { mock, wallet, page, topic, ask } = await connected()
    const other = await openRawPage(mock)
    await wallet.pair(other.link)
    await other.relay.subscribe([other.pairing])
    const sent: Promise<void>[] = []
    for (let i = 0; i < 200; i++) {
      const [from, on] = i % 2 === 0 ? [page, topic] : [other, other.pairing]
      sent.push(
        from.channel.tell({ relay: from.relay, topic: on, method: pick(methods), params: any(4) }),
      )
    }
    await Promise.all(sent)
    expect(await ask('wc_sessionPing', {}), told).toBe(true)
    expect(
      await other.channel.ask({
        relay: other.relay,
        topic: other.pairing,
        method: 'wc_pairingPing',
        params: {},
      }),
      told,
    ).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(rejections, told).toEqual([])
    expect(wallet.getSessions()).toHaveLength(1)
  }, 20_000)
})
