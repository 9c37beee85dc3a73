import { hasCode } from '@latchkey/protocol'
import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { describe, expect, test } from 'vitest'
import { type Bytes, fromBase64, toHex } from './bytes.ts'
import { openText, sealText, splitEnvelope } from './envelope-text.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const { symKey, senderPublicKey, type0, type1 } = vectors.envelopes
const iv = new Uint8Array(
  vectors.envelopes.iv.match(/../g)!.map((pair) => Number.parseInt(pair, 16)),
) as Bytes
const invalid = (error: unknown) => hasCode(error, 'envelope-invalid')

describe('sealText', () => {
  test.each(type0)('default: type 0 of $plaintext', async ({ plaintext, bytesHex, base64 }) => {
    const message = await sealText({ symKey, text: plaintext, iv })
    expect(message).toBe(base64)
    expect(toHex(fromBase64(message))).toBe(bytesHex)
  })
  test.each(type1)(
    'parameters: senderPublicKey, type 1 of $plaintext',
    async ({ plaintext, bytesHex, base64 }) => {
      const message = await sealText({ symKey, text: plaintext, iv, senderPublicKey })
      expect(message).toBe(base64)
      expect(toHex(fromBase64(message))).toBe(bytesHex)
    },
  )
  test('behavior: a new iv for each', async () => {
    expect(await sealText({ symKey, text: 'a' })).not.toBe(await sealText({ symKey, text: 'a' }))
  })
})

describe('openText', () => {
  test.each(type0)('default: type 0 of $plaintext', async ({ plaintext, base64 }) => {
    const parts = splitEnvelope(base64)
    expect(parts.senderPublicKey).toBeUndefined()
    expect(await openText(symKey, parts)).toBe(plaintext)
  })
  test.each(type1)('default: type 1 of $plaintext', async ({ plaintext, base64 }) => {
    const parts = splitEnvelope(base64)
    expect(parts.senderPublicKey).toBe(senderPublicKey)
    expect(await openText(symKey, parts)).toBe(plaintext)
  })
  test.each(vectors.envelopesInvalid)('behavior: refuses: $why', async ({ symKey, base64 }) => {
    const open = async () => openText(symKey, splitEnvelope(base64))
    await expect(open()).rejects.toSatisfy(invalid)
  })
  test.each([
    [
      'AwABAgMEBQYHCAkKC0LPUX6/57LUryRf5QLwv3PxVlpeEuYI826y7Ske2LOtcOkCxDauTXY0fbh+1KFDfoBvzZz+9WYronA7DlDL',
      /unknown/,
    ],
    ['', /unknown/],
    [btoa('\0'.repeat(28)), /shorter/],
    [btoa(`\x01${'\0'.repeat(59)}`), /shorter/],
  ])('behavior: splits no %s', (message, reason) => {
    expect(() => splitEnvelope(message)).toThrow(
      expect.toSatisfy((e) => invalid(e) && reason.test(String(e))),
    )
  })
  test('behavior: refuses what is no UTF-8', async () => {
    const sealed = chacha20poly1305(Buffer.from(symKey, 'hex'), iv).encrypt(
      new Uint8Array([34, 255, 34]),
    ) as Bytes
    await expect(openText(symKey, { iv, sealed })).rejects.toSatisfy(invalid)
  })
  test('behavior: every flipped bit is refused', async () => {
    const bytes = fromBase64(type0[0]!.base64)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice()
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      const text = btoa(String.fromCharCode(...damaged))
      const open = async () => openText(symKey, splitEnvelope(text))
      await expect(open(), `bit ${bit}`).rejects.toSatisfy(invalid)
    }
  })
})
