import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import { openLinkEnvelope } from './link-envelope.ts'
import { linkOfMessage, messageOfLink, sealLinkEnvelope } from './link-text.ts'
import { randomHex32 } from './random.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const invalid = (error: unknown) => hasCode(error, 'envelope-invalid')
const { type2 } = vectors.envelopes

describe('sealLinkEnvelope', () => {
  test.each(type2.slice(0, 2))('default: $plaintext', ({ plaintext, base64url }) => {
    expect(sealLinkEnvelope(JSON.parse(plaintext))).toBe(base64url)
  })
})

describe('openLinkEnvelope', () => {
  test.each(type2.slice(0, 2))('default: $plaintext', ({ plaintext, base64url, bytesHex }) => {
    expect(openLinkEnvelope(base64url)).toEqual({ json: JSON.parse(plaintext) })
    expect(bytesHex.slice(0, 2)).toBe('02')
  })
  test.each(type2.slice(2))('behavior: no JSON inside: $plaintext', ({ base64url }) => {
    expect(() => openLinkEnvelope(base64url)).toThrow(expect.toSatisfy(invalid))
  })
  test.each([
    ['type 0', 'AHt9'],
    ['padding', 'Ant9=='],
    ['standard alphabet', 'An+/'],
    ['impossible length', 'A'],
    ['stray bits', 'Ah'],
    ['no UTF-8', 'AiL_Ig'],
    ['nothing', ''],
    ['too long', sealLinkEnvelope('a'.repeat(50_000))],
  ])('behavior: refuses %s', (_why, text) => {
    expect(() => openLinkEnvelope(text)).toThrow(expect.toSatisfy(invalid))
  })
  test('behavior: unicode survives', () => {
    expect(openLinkEnvelope(sealLinkEnvelope({ a: 'é ✓ 😀' }))).toEqual({ json: { a: 'é ✓ 😀' } })
  })
})

describe('messageOfLink', () => {
  test('default: a sealed envelope travels by link', async () => {
    const symKey = randomHex32()
    for (let i = 0; i < 32; i++) {
      const message = await sealEnvelope({ symKey, json: 'x'.repeat(i) })
      const link = linkOfMessage(message)
      expect(link).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(messageOfLink(link)).toBe(message)
      expect(await openEnvelope(messageOfLink(link), { symKey })).toEqual({ json: 'x'.repeat(i) })
    }
  })
  test('behavior: clear text is not taken where a sealed envelope is due', async () => {
    await expect(
      openEnvelope(messageOfLink(sealLinkEnvelope({ a: 1 })), { symKey: randomHex32() }),
    ).rejects.toSatisfy(invalid)
  })
})
