import { createDecipheriv, createECDH, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealTo } from './seal-to.ts'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const utf8 = (text: string): Buffer => Buffer.from(text)
const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()
const i2osp = (value: number): Buffer => Buffer.from([value >> 8, value & 255])

function labels(suite: Buffer) {
  const head = [utf8('HPKE-v1'), suite]
  return {
    extract: (salt: Buffer, label: string, secret: Buffer) =>
      hmac(salt.length ? salt : Buffer.alloc(32), ...head, utf8(label), secret),
    expand: (key: Buffer, label: string, info: Buffer, length: number) =>
      hmac(key, i2osp(length), ...head, utf8(label), info, Buffer.from([1])).subarray(0, length),
  }
}

interface Sealed {
  readonly key: Buffer
  readonly enc: Buffer
  readonly ct: Buffer
  readonly info: Buffer
  readonly aad: Buffer
  readonly aead: 128 | 256
}

/**
 * RFC 9180, base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-GCM, written out from sections 4
 * and 5.
 */
function openByHand({ key, enc, ct, info, aad, aead }: Sealed): Buffer {
  const own = createECDH('prime256v1')
  own.setPrivateKey(key)
  const kem = labels(Buffer.concat([utf8('KEM'), i2osp(0x0010)]))
  const shared = kem.extract(Buffer.alloc(0), 'eae_prk', own.computeSecret(enc))
  const secret = kem.expand(shared, 'shared_secret', Buffer.concat([enc, own.getPublicKey()]), 32)
  const hpke = labels(
    Buffer.concat([utf8('HPKE'), i2osp(0x0010), i2osp(1), i2osp(aead === 128 ? 1 : 2)]),
  )
  const none = Buffer.alloc(0)
  const context = Buffer.concat([
    Buffer.from([0]),
    hpke.extract(none, 'psk_id_hash', none),
    hpke.extract(none, 'info_hash', info),
  ])
  const prk = hpke.extract(secret, 'secret', none)
  const iv = hpke.expand(prk, 'base_nonce', context, 12)
  const decipher = createDecipheriv(
    `aes-${aead}-gcm`,
    hpke.expand(prk, 'key', context, aead / 8),
    iv,
  )
  decipher.setAAD(aad).setAuthTag(ct.subarray(-16))
  return Buffer.concat([decipher.update(ct.subarray(0, -16)), decipher.final()])
}

describe('sealTo', () => {
  test('default: opened by a second implementation, which opens the vector of RFC 9180, A.3.1, too', async () => {
    const vector = openByHand({
      key: hex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'),
      enc: hex(
        '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
      ),
      ct: hex(
        '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
      ),
      info: utf8('Ode on a Grecian Urn'),
      aad: utf8('Count-0'),
      aead: 128,
    })
    expect(vector.toString()).toBe('Beauty is truth, truth beauty')
    const own = createECDH('prime256v1')
    const publicKey = own.generateKeys('base64url')
    const sealed = Buffer.from(
      await sealTo(publicKey, utf8('a share of 33 bytes, as they are.')),
      'base64url',
    )
    const parts = { key: own.getPrivateKey(), enc: sealed.subarray(0, 65), ct: sealed.subarray(65) }
    const more = {
      info: utf8('latchkey-vault-release-1'),
      aad: Buffer.alloc(0),
      aead: 256,
    } as const
    expect(openByHand({ ...parts, ...more }).toString()).toBe('a share of 33 bytes, as they are.')
  })

  test('parameters: what is no point of the curve is refused', async () => {
    const far = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const text of ['', 'AA', far]) {
      await expect(sealTo(text, utf8('x'))).rejects.toMatchObject({ code: 'vault-refused' })
    }
  })
})
