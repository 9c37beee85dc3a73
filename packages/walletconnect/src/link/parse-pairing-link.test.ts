import { createHash } from 'node:crypto'
import { hasCode } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPairingLink } from './format-pairing-link.ts'
import { parsePairingLink } from './parse-pairing-link.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

// fast-check's own `binary` says the same, and takes seconds to make.
const anyPoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

const now = 1_705_667_500_000
const good = vectors.parse[0]!.uri
const { topic, symKey } = vectors.parse[0]!.fields as { topic: string; symKey: string }
const expected = { topic, symKey, expiresAt: 1_705_667_684_000, methods: [] }

/** Reason of the refusal of each vector that is refused; the others are read. */
const refused: Readonly<Record<string, RegExp>> = {
  'no key': /symKey/,
  'no relay': /relay-protocol/,
  'no version': /version 2/,
  'not wc': /`wc:`/,
  topic: /topic/,
  key: /of its key/,
  expiry: /expiryTimestamp/,
}
const verdicts = [
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'no key',
  'no relay',
  'no version',
  'no version',
  'not wc',
  'no relay',
  'topic',
  'ok',
  'topic',
  'no key',
  'expiry',
  'no version',
  'not wc',
  'not wc',
  'not wc',
  'key',
]

function refusal(pattern: RegExp) {
  return (error: unknown) =>
    hasCode(error, 'pairing-link-invalid') && pattern.test(String(error.context.reason))
}

describe('parsePairingLink', () => {
  test('behavior: each vector has a verdict', () => {
    expect(verdicts).toHaveLength(vectors.parse.length)
  })
  test.each(vectors.parse.map(({ uri }, i) => ({ uri, verdict: verdicts[i]! })))(
    'default: $verdict: $uri',
    async ({ uri, verdict }) => {
      if (verdict === 'ok') {
        expect(await parsePairingLink(uri, now)).toMatchObject({ topic, symKey })
      } else {
        await expect(parsePairingLink(uri, now)).rejects.toSatisfy(refusal(refused[verdict]!))
      }
    },
  )
  test('default: every field', async () => {
    expect(await parsePairingLink(good, now)).toEqual(expected)
  })
  test('parameters: now', async () => {
    expect(await parsePairingLink(good, expected.expiresAt - 1)).toEqual(expected)
    await expect(parsePairingLink(good, expected.expiresAt)).rejects.toSatisfy((e) =>
      hasCode(e, 'pairing-expired'),
    )
    await expect(parsePairingLink(good)).rejects.toSatisfy((e) => hasCode(e, 'pairing-expired'))
  })
  test('behavior: without an end it lives five minutes', async () => {
    const link = good.replace(/&expiryTimestamp=\d+/, '')
    expect(await parsePairingLink(link, now)).toEqual({ ...expected, expiresAt: now + 300_000 })
  })
  test('behavior: methods, plain, encoded or in brackets', async () => {
    const methods = async (text: string) =>
      (await parsePairingLink(`${good}&methods=${text}`, now)).methods
    expect(await methods('wc_sessionAuthenticate')).toEqual(['wc_sessionAuthenticate'])
    expect(await methods('a%2Cb')).toEqual(['a', 'b'])
    expect(await methods('[a],[b,c]')).toEqual(['a', 'b', 'c'])
    expect(await methods('')).toEqual([])
    for (const bad of ['<b>', 'x'.repeat(65), Array(33).fill('a').join(',')]) {
      await expect(methods(bad)).rejects.toSatisfy(refusal(/methods/))
    }
  })
  test.each([
    `metamask://wc?uri=${encodeURIComponent(good)}`,
    `https://wallet.example/wc?x=1&uri=${encodeURIComponent(good)}&redirect=a`,
    `https://wallet.example/#/wc?uri=${encodeURIComponent(good)}`,
    `https://wallet.example/wc?uri=${good}`,
    `wc://wc?uri=${encodeURIComponent(good)}`,
    `  ${good}\n`,
  ])('behavior: unwraps %s', async (text) => {
    expect(await parsePairingLink(text, now)).toEqual(expected)
  })
  test.each([
    [
      'wrapped twice',
      `a://wc?uri=${encodeURIComponent(`b://wc?uri=${encodeURIComponent(good)}`)}`,
      /`wc:`/,
    ],
    ['broken encoding', 'a://wc?uri=%E0%A4%A', /percent/],
    ['a topic in capitals', good.replace(topic, topic.toUpperCase()), /topic/],
    ['a key in capitals', good.replace(symKey, symKey.toUpperCase()), /symKey/],
    ['another topic', good.replace(topic, 'ab'.repeat(32)), /of its key/],
    ['version 22', good.replace('@2', '@22'), /version 2/],
    ['two keys', `${good}&symKey=${symKey}`, /twice/],
    ['another relay protocol', good.replace('=irn', '=waku'), /relay-protocol/],
    ['a negative end', good.replace('Timestamp=', 'Timestamp=-'), /expiryTimestamp/],
    ['no text', undefined as unknown as string, /longer/],
  ])('behavior: refuses %s', async (_why, text, pattern) => {
    await expect(parsePairingLink(text, now)).rejects.toSatisfy(refusal(pattern))
  })
  test('behavior: at most 4096 characters', async () => {
    const pad = (length: number) => `${good}&x=`.padEnd(length, 'y')
    expect(await parsePairingLink(pad(4096), now)).toEqual(expected)
    await expect(parsePairingLink(pad(4097), now)).rejects.toSatisfy(refusal(/4096/))
  })
  test('behavior: errors hold nothing of the key', async () => {
    const error = await parsePairingLink(`${good}&methods=<`, now).catch((e) => e)
    expect(`${error.message}${JSON.stringify(error.context)}${error.cause}`).not.toContain(
      symKey.slice(0, 8),
    )
  })
  test('behavior: what is formatted is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 1_000_000, max: 4_000_000_000 }),
        fc.array(fc.stringMatching(/^\w{1,64}$/), { maxLength: 5 }),
        async (key, seconds, methods) => {
          const link = {
            symKey: Buffer.from(key).toString('hex'),
            topic: createHash('sha256').update(key).digest('hex'),
            expiresAt: seconds * 1000,
            methods,
          }
          const text = formatPairingLink(link)
          expect(await parsePairingLink(text, 0)).toEqual(link)
          expect(await parsePairingLink(`x://wc?uri=${encodeURIComponent(text)}`, 0)).toEqual(link)
        },
      ),
    )
  })
  test('behavior: random text throws one of two codes', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        'wc:',
        '//',
        '@2',
        '@',
        '?',
        '&',
        'uri=',
        '%',
        'symKey=',
        symKey,
        topic,
        'relay-protocol=irn',
      ),
      fc.constantFrom('methods=', '[', 'expiryTimestamp=', '9'.repeat(12), '\n', '\ud800', good),
      fc.string(),
    )
    const texts = fc.oneof(
      fc.string({ unit: anyPoint }),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const link = await parsePairingLink(text, now).catch((error) => {
          expect(hasCode(error, 'pairing-link-invalid') || hasCode(error, 'pairing-expired')).toBe(
            true,
          )
        })
        if (link)
          expect(createHash('sha256').update(Buffer.from(link.symKey, 'hex')).digest('hex')).toBe(
            link.topic,
          )
      }),
      { numRuns: 2000 },
    )
  })
})
