import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../../../tests/helpers/seed.ts'
import { makeRelay, makeTestIdentity, settled, type TestClient } from '../../test/make-relay.ts'
import { verifyToken } from './verify-token.ts'

/** `npm run soak` asks for fifty times as much. */
const factor = process.env.LATCHKEY_PROPERTY_RUNS
  ? Number(process.env.LATCHKEY_PROPERTY_RUNS) / 400
  : 1
const runsOf = (share: number): number => Math.round(share * factor)
const shares = { frames: 3500, tokens: 500 }

const topic = 'ab'.repeat(32)
const words = [
  '__proto__',
  'constructor',
  'toString',
  '',
  topic,
  'a'.repeat(129),
  '\u0000',
  '\ud800',
] as const
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    [],
    {},
    [null],
    [[]],
    [{}],
    ...words,
  ),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"polluted":1}}'),
    Array(600).fill(topic),
    'x'.repeat(300_000),
  ),
)
const methods = [
  'irn_publish',
  'irn_batchPublish',
  'irn_subscribe',
  'irn_batchSubscribe',
  'irn_unsubscribe',
  'irn_batchUnsubscribe',
  'irn_fetchMessages',
  'irn_batchFetchMessages',
  'irn_batchReceive',
  'wc_proposeSession',
  'wc_approveSession',
  'irn_elsewhere',
  ...words,
] as const
const fields = [
  'topic',
  'topics',
  'message',
  'messages',
  'ttl',
  'tag',
  'receipts',
  'subscriptions',
  'pairingTopic',
  'sessionTopic',
  'sessionProposal',
  'sessionProposalResponse',
  'sessionSettlementRequest',
  'attestation',
  '__proto__',
] as const
const decent: Readonly<Record<string, unknown>> = {
  topic,
  topics: [topic],
  message: 'bWVzc2FnZQ==',
  messages: [{ topic, message: 'YQ==', ttl: 60, tag: 1 }],
  ttl: 60,
  tag: 1108,
  receipts: [{ topic, message_id: topic }],
  subscriptions: [{ topic, id: topic }],
  pairingTopic: topic,
  sessionTopic: 'cd'.repeat(32),
  sessionProposal: 'YQ==',
  sessionProposalResponse: 'Yg==',
  sessionSettlementRequest: 'Yw==',
}
const params = fc
  .array(fc.tuple(fc.constantFrom(...fields), odd), { maxLength: 3 })
  .map((changes) => ({ ...decent, ...Object.fromEntries(changes) }))
const call = fc
  .record({
    id: fc.oneof(fc.nat(), fc.string(), odd),
    method: fc.constantFrom(...methods),
    params: fc.oneof(params, params, odd),
  })
  .map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }))
const frames = fc.oneof(
  { weight: 30, arbitrary: call },
  { weight: 8, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 8,
    arbitrary: fc
      .record({ id: odd, result: odd, error: odd }, { requiredKeys: ['id'] })
      .map((one) => JSON.stringify(one)),
  },
  { weight: 8, arbitrary: fc.tuple(call, fc.nat(400)).map(([text, at]) => text.slice(0, at)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '['.repeat(500_000),
      `${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      `{"id":${'9'.repeat(200_000)},"method":"irn_publish"}`,
      `{"id":"${'\\u0031'.repeat(40)}","method":"irn_subscribe","params":{"topic":"x"}}`,
      `{"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":${'['.repeat(50_000)}${']'.repeat(50_000)}},"id":1}`,
    ),
  },
)

describe('relay: hostile input', () => {
  test('behavior: frames', { timeout: 30_000 + runsOf(shares.frames) * 20 }, async () => {
    console.info(`fuzz: seed ${seed}, ${runsOf(shares.frames + shares.tokens)} inputs`)
    const { relay, join, logged } = await makeRelay({ maxBytes: 8 * 1_048_576 })
    // A stranger uses up what his own address may.
    const sound = [
      join(makeTestIdentity(), 'there'),
      join(makeTestIdentity(), 'there'),
    ] as readonly [TestClient, TestClient]
    await sound[0].call('irn_subscribe', { topic: 'sound' })
    const counts = { sent: 0 }
    const held: { rogue: TestClient } = { rogue: join() }
    await fc.assert(
      fc.asyncProperty(frames, async (text) => {
        const { rogue } = held
        rogue.wire.sent.length = 0
        rogue.connection.receiveFrame(text)
        await settled()
        for (const answer of rogue.wire.sent) {
          const { error } = JSON.parse(answer)
          // A fault of ours would be -32603.
          expect(error?.code, answer.slice(0, 200)).not.toBe(-32603)
        }
        counts.sent += 1
        if (counts.sent % 200 > 0) return
        rogue.leave()
        held.rogue = join()
        const message = `message ${counts.sent}`
        await sound[1].publish('sound', message)
        await settled()
        expect(sound[0].pushes().at(-1)?.message).toBe(message)
        sound[0].acknowledge(sound[0].pushes().at(-1)?.id ?? 0)
        sound[0].wire.sent.length = 0
      }),
      { numRuns: runsOf(shares.frames), seed },
    )
    expect(counts.sent).toBeGreaterThanOrEqual(runsOf(shares.frames))
    expect(logged).toEqual([])
    expect(
      Number(/relay_bytes\S* (\d+)/.exec(await relay.renderMetrics())?.[1]),
    ).toBeLessThanOrEqual(8 * 1_048_576)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('behavior: tokens', { timeout: 30_000 + runsOf(shares.tokens) * 5 }, () => {
    const part = (value: unknown): string =>
      Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
    const tokens = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .tuple(odd, odd, fc.string())
        .map(([head, body, signature]) => `${part(head)}.${part(body)}.${signature}`),
      fc
        .record({
          iss: fc.oneof(
            odd,
            fc.string().map((one) => `did:key:z${one}`),
          ),
          exp: odd,
        })
        .map((body) => `${part({ alg: 'EdDSA' })}.${part({ ...body, exp: 4_102_444_800 })}.AAAA`),
    )
    fc.assert(
      fc.property(tokens, (token) => {
        expect(verifyToken(token, 0)).toBeUndefined()
      }),
      { numRuns: runsOf(shares.tokens), seed },
    )
  })
})
