import { describe, expect, test } from 'vitest'
import { cipherSuite, openSecret, sealSecret } from './seal.ts'

const raw = async (key: CryptoKey) =>
  new Uint8Array(await cipherSuite().kem.serializePublicKey(key))
const secret = Uint8Array.of(1, 2, 3)

describe('sealSecret', () => {
  test('default: opened by keys that cannot be exported, every time', async () => {
    for (let i = 0; i < 16; i++) {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
        'deriveBits',
      ])
      const sealed = await sealSecret('release', await raw(pair.publicKey), secret)
      expect(await openSecret('release', pair, sealed)).toEqual(secret)
    }
  })

  test('behavior: not by another key, for another purpose, or changed', async () => {
    const [own, other] = [
      await cipherSuite().kem.generateKeyPair(),
      await cipherSuite().kem.generateKeyPair(),
    ]
    const sealed = await sealSecret('release', await raw(own.publicKey), secret)
    await expect(openSecret('release', other, sealed)).rejects.toThrow()
    await expect(openSecret('recovery', own, sealed)).rejects.toThrow()
    for (const at of [1, 64, 65, sealed.length - 1]) {
      const bent = sealed.map((byte, i) => (i === at ? byte ^ 1 : byte))
      await expect(openSecret('release', own, bent), String(at)).rejects.toThrow()
    }
  })
})
