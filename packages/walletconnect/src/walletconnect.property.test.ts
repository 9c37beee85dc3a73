import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seed } from '../../../tests/helpers/seed.ts'
import { expectClean, onlyOurs, parameters, runsOf, timeoutOf } from '../test/fuzz.ts'
import { memoryKeep } from '../test/memory-keep.ts'
import { openEnvelope, sealEnvelope } from './crypto/envelope.ts'
import { makeKeyPair } from './crypto/key-pair.ts'
import { openLinkEnvelope } from './crypto/link-envelope.ts'
import { sealLinkEnvelope } from './crypto/link-text.ts'
import { topicOf } from './crypto/topic.ts'
import { parsePairingLink } from './link/parse-pairing-link.ts'
import { formatLinkMessage, parseLinkMessage } from './link-mode/link-message.ts'
import { readFrame } from './relay/read-frame.ts'
import { openChannel } from './sign/open-channel.ts'
import { createWallet } from './wallet.ts'

const symKey = 'ab'.repeat(32)
const shares = {
  frames: 3500,
  envelopes: 2500,
  channel: 1000,
  links: 3000,
  pair: 500,
  linkMode: 1500,
}
const spies = { error: vi.spyOn(console, 'error') }
const held: { topic: string; message: string } = { topic: '', message: '' }

beforeAll(async () => {
  held.topic = await topicOf(symKey)
  held.message = await sealEnvelope({
    symKey,
    json: { id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} },
  })
  console.info(
    `fuzz: seed ${seed}, ${runsOf(Object.values(shares).reduce((a, b) => a + b))} inputs`,
  )
})
afterAll(() => {
  expect(spies.error.mock.calls).toEqual([])
  expectClean()
})

/** A text with a few places changed, dropped, doubled or cut. */
const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3, unit: 'binary' })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((edits) =>
      edits.reduce(
        (now, [at, kind, some]) =>
          [
            now.slice(0, at) + some + now.slice(at + some.length),
            now.slice(0, at) + now.slice(at + 1),
            now.slice(0, at) + some + now.slice(at),
            now.slice(0, at),
          ][kind] ?? now,
        text,
      ),
    )
const pushOf = (message: unknown): string =>
  JSON.stringify({
    id: '1780000000000000001',
    jsonrpc: '2.0',
    method: 'irn_subscription',
    params: { id: 'x', data: { topic: symKey, message, publishedAt: 1, tag: 1108 } },
  })

describe('walletconnect: hostile input', () => {
  test('behavior: frames at the relay client', { timeout: timeoutOf(shares.frames) }, () => {
    const frames = fc.oneof(
      { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
      { weight: 20, arbitrary: fc.json({ maxDepth: 5 }) },
      { weight: 20, arbitrary: damaged(pushOf('AAAA')) },
      {
        weight: 20,
        arbitrary: damaged(
          '{"id":17800000000000000001,"jsonrpc":"2.0","error":{"code":-32000,"message":"x"}}',
        ),
      },
      fc
        .record(
          {
            id: fc.jsonValue(),
            method: fc.jsonValue(),
            params: fc.jsonValue(),
            error: fc.jsonValue(),
            result: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((one) => JSON.stringify(one)),
      fc.constantFrom<unknown>(
        '['.repeat(1_000_000),
        'x'.repeat(1_048_577),
        `${'{"id":'.repeat(50_000)}1`,
        `{"id":${'9'.repeat(100_000)},"result":1}`,
        new ArrayBuffer(4),
        undefined,
        null,
        1,
      ),
    )
    fc.assert(
      fc.property(frames, (data) => {
        const frame = readFrame(data)
        if (frame?.type === 'push') {
          expect(JSON.parse(frame.receipt)).toMatchObject({ result: true })
          if (frame.delivery) expect(frame.delivery.topic).toMatch(/^[0-9a-f]{64}$/)
        }
        if (frame?.type === 'error') expect(frame.reason.length).toBeLessThanOrEqual(200)
      }),
      parameters(shares.frames),
    )
  })

  test('behavior: envelopes', { timeout: timeoutOf(shares.envelopes) }, async () => {
    const { privateKey, publicKey } = await makeKeyPair()
    const introduced = await sealEnvelope({ symKey, json: {}, sender: { publicKey } })
    const bytes = fc
      .uint8Array({ maxLength: 120 })
      .map((one) => Buffer.from(one).toString('base64'))
    const messages = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      bytes,
      bytes.map((one) =>
        Buffer.concat([Buffer.from([one.length % 4]), Buffer.from(one)]).toString('base64'),
      ),
      damaged(held.message),
      damaged(introduced),
    )
    await fc.assert(
      fc.asyncProperty(messages, fc.boolean(), async (message, isPair) => {
        const opened = await onlyOurs(() =>
          openEnvelope(message, isPair ? { privateKey, publicKey } : { symKey }),
        )
        // Only what was sealed opens.
        if (opened && message !== held.message)
          expect(Buffer.from(message, 'base64').equals(Buffer.from(held.message, 'base64'))).toBe(
            true,
          )
        await onlyOurs(() => openLinkEnvelope(message))
      }),
      parameters(shares.envelopes),
    )
  })

  test('behavior: whatever is inside an envelope', {
    timeout: timeoutOf(shares.channel),
  }, async () => {
    const channel = openChannel({ keep: memoryKeep() })
    channel.addKey(held.topic, { symKey })
    const asked = channel.expect({ topic: held.topic, id: 0.5, expiresAt: Date.now() + 3_600_000 })
    asked.catch(() => undefined)
    const heard: { id: number; method: string }[] = []
    channel.watch(({ id, method }) => heard.push({ id, method }))
    const key = fc.constantFrom('id', 'method', 'params', 'error', 'result', '__proto__', 'jsonrpc')
    const json = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(
        key,
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom('wc_sessionPing', 'wc_', 'constructor', 1, 2 ** 53),
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        await channel.receive({
          topic: held.topic,
          message: await sealEnvelope({ symKey, json: value }),
        })
      }),
      parameters(shares.channel),
    )
    expect(
      heard.every(({ id, method }) => Number.isSafeInteger(id) && method.startsWith('wc_')),
    ).toBe(true)
    channel.close()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
  })

  const link = () =>
    `wc:${held.topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=4102444800&methods=a,b`
  const links = () =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      damaged(link()),
      damaged(`https://wallet.test/wc?uri=${encodeURIComponent(link())}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .tuple(fc.string(), fc.string(), fc.string())
        .map(([a, b, c]) => `wc:${a}@2?symKey=${b}&methods=${c}`),
      fc.constantFrom(
        'wc:'.repeat(100_000),
        `wc:${'a'.repeat(4000)}@2`,
        '?uri='.repeat(800),
        `?uri=${'%'.repeat(4000)}`,
      ),
    )

  test('behavior: pairing links', { timeout: timeoutOf(shares.links) }, async () => {
    await fc.assert(
      fc.asyncProperty(links(), async (text) => {
        const read = (await onlyOurs(() => parsePairingLink(text))) as
          | { topic: string; symKey: string }
          | undefined
        if (read) expect(await topicOf(read.symKey)).toBe(read.topic)
      }),
      parameters(shares.links),
    )
  })

  test('behavior: links at a wallet', { timeout: timeoutOf(shares.pair) }, async () => {
    const wallet = createWallet({
      relays: [{ url: 'ws://relay.test' }],
      metadata: { name: 'Wallet', description: '', url: 'https://wallet.test', icons: [] },
      storage: null,
      openLink: () => {},
      WebSocket: class {
        constructor() {
          throw new Error('no network')
        }
      } as never,
    })
    const asks = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ({
        id: i,
        jsonrpc: '2.0',
        method: i % 4 ? 'wc_sessionAuthenticate' : 'wc_sessionPropose',
        params: {},
      })),
    )
    const inside = fc
      .oneof(fc.constantFrom(...asks), fc.jsonValue())
      .map((json) => sealLinkEnvelope(json))
    await fc.assert(
      fc.asyncProperty(links(), inside, async (text, message) => {
        if (!text.includes(held.topic)) await onlyOurs(() => wallet.pair(text))
        await onlyOurs(() =>
          wallet.dispatchLink(
            formatLinkMessage('https://wallet.test/x', { topic: held.topic, message }),
          ),
        )
      }),
      parameters(shares.pair),
    )
    expect(wallet.getPending()).toEqual([])
    wallet.close()
  })

  test('behavior: links of link mode', { timeout: timeoutOf(shares.linkMode) }, async () => {
    const good = formatLinkMessage('https://wallet.test/x?a=b', {
      topic: held.topic,
      message: sealLinkEnvelope({ id: 1 }),
    })
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      damaged(good),
      fc.webUrl({ withQueryParameters: true }),
      fc.constantFrom('https://x?wc_ev='.repeat(9000)),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await onlyOurs(() => {
          const { message, topic } = parseLinkMessage(text)
          expect(topic).toMatch(/^[0-9a-f]{64}$/)
          return openLinkEnvelope(message)
        })
        await onlyOurs(() => formatLinkMessage(text, { topic: held.topic, message: 'AA' }))
      }),
      parameters(shares.linkMode),
    )
  })
})
