import { hasCode } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agree } from './agree.ts'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import { sealText } from './envelope-text.ts'
import { makeKeyPair } from './key-pair.ts'
import { randomHex32 } from './random.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const { symKey, type0, type1 } = vectors.envelopes
const [pair] = vectors.keyAgreement
const receiver = { privateKey: pair!.privateB, publicKey: pair!.publicB }
const invalid = (error: unknown) => hasCode(error, 'envelope-invalid')

describe('openEnvelope', () => {
  test.each(type0.slice(0, 2))('default: $plaintext', async ({ base64, plaintext }) => {
    expect(await openEnvelope(base64, { symKey })).toEqual({ json: JSON.parse(plaintext) })
  })
  test.each(type1.slice(0, 2))(
    'parameters: private key, $plaintext',
    async ({ base64, plaintext }) => {
      expect(await openEnvelope(base64, receiver)).toEqual({
        json: JSON.parse(plaintext),
        senderPublicKey: pair!.publicA,
      })
    },
  )
  test.each([...type0, ...type1].filter((v) => !v.plaintext.startsWith('{')))(
    'behavior: no JSON inside: $base64',
    async ({ base64 }) => {
      const key = base64.startsWith('AQ') ? receiver : { symKey }
      await expect(openEnvelope(base64, key)).rejects.toSatisfy(
        (error) => invalid(error) && String(error).includes('no JSON'),
      )
    },
  )
  test.each(vectors.envelopesInvalid)('behavior: refuses: $why', async ({ symKey, base64 }) => {
    await expect(openEnvelope(base64, { symKey })).rejects.toSatisfy(invalid)
  })
  test('behavior: a type is taken only with the key it is meant for', async () => {
    await expect(openEnvelope(type0[0]!.base64, receiver)).rejects.toThrow(/type 0, not 1/)
    await expect(openEnvelope(type1[0]!.base64, { symKey })).rejects.toThrow(/type 1, not 0/)
  })
  test('behavior: one text per message: padding, blanks, stray bits and the other alphabet are refused', async () => {
    const message = type0[0]!.base64
    expect(message).toMatch(/eg==$/)
    const variants = [
      message.replace(/=+$/, ''),
      `${message.slice(0, 40)}\n${message.slice(40)}`,
      ` ${message}`,
      message.replace(/eg==$/, 'eh=='),
      message.replaceAll('/', '_'),
    ]
    for (const variant of variants) {
      expect(variant).not.toBe(message)
      await expect(openEnvelope(variant, { symKey })).rejects.toSatisfy(invalid)
    }
  })
  test('behavior: more than a MiB is refused unread', async () => {
    const message = await sealText({ symKey, text: JSON.stringify('a'.repeat(800_000)) })
    expect(message.length).toBeGreaterThan(1_048_576)
    await expect(openEnvelope(message, { symKey })).rejects.toSatisfy(
      (error) => invalid(error) && String(error).includes('1048576'),
    )
  })
  test('behavior: no text and no key are refused with the code', async () => {
    await expect(openEnvelope(undefined as unknown as string, { symKey })).rejects.toSatisfy(
      invalid,
    )
    await expect(openEnvelope(type0[0]!.base64, { symKey: 'x' })).rejects.toSatisfy(invalid)
  })
  test('behavior: the error quotes nothing of the message', async () => {
    const error = await openEnvelope(await sealText({ symKey, text: 'seed words' }), {
      symKey,
    }).catch((e) => e)
    expect(error.cause).toBeUndefined()
    expect(JSON.stringify(error.context) + error.message).not.toContain('seed')
  })
  test('behavior: random text throws nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String({ maxLength: 400 })), async (text) => {
        for (const key of [{ symKey }, receiver]) {
          const error = await openEnvelope(text, key).catch((e) => e)
          expect(invalid(error)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('sealEnvelope', () => {
  test('default: round trip of any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const symKey = randomHex32()
        const opened = await openEnvelope(await sealEnvelope({ symKey, json: value }), { symKey })
        expect(JSON.stringify(opened.json)).toBe(JSON.stringify(value))
      }),
    )
  })
  test('parameters: sender', async () => {
    const [wallet, page] = [await makeKeyPair(), await makeKeyPair()]
    const key = await agree(wallet.privateKey, page.publicKey)
    const message = await sealEnvelope({ symKey: key, json: { ok: true }, sender: wallet })
    expect(await openEnvelope(message, page)).toEqual({
      json: { ok: true },
      senderPublicKey: wallet.publicKey,
    })
  })
})
