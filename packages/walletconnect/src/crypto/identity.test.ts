import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Hex32, Signer } from '../contract.ts'
import { fromHex32 } from './bytes.ts'
import { makeIdentity } from './identity.ts'
import { nobleSigner } from './noble-signer.ts'
import { signerOf } from './signer.ts'
import { findSubtle } from './subtle.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

async function webSignerOf(seed: Hex32): Promise<Signer> {
  const subtle = globalThis.crypto.subtle
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex')
  const key = await subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x } = await subtle.exportKey('jwk', key)
  return signerOf(subtle, key, Buffer.from(String(x), 'base64url'))
}

const signers = {
  WebCrypto: webSignerOf,
  'hashes of WebCrypto': (seed: Hex32) => nobleSigner(true, fromHex32(seed)),
  noble: (seed: Hex32) => nobleSigner(false, fromHex32(seed)),
}

describe.each(Object.entries(signers))('makeIdentity with %s', (_name, signerOfSeed) => {
  test.each(vectors.didKey)('default: $did', async ({ seed, publicKey, did }) => {
    const signer = await signerOfSeed(seed)
    expect(Buffer.from(signer.publicKey).toString('hex')).toBe(publicKey)
    expect((await makeIdentity({ signer })).did).toBe(did)
  })
  test.each(vectors.authJwt)(
    'default: token for $claimsInOrder.aud',
    async ({ seed, claimsInOrder, jwt }) => {
      const { aud, iat, sub } = claimsInOrder
      const signer = await signerOfSeed(seed)
      const identity = await makeIdentity({
        signer,
        now: () => iat * 1000 + 999,
        makeSubject: () => sub,
      })
      expect(await identity.authorise(aud)).toBe(jwt)
    },
  )
})

const engines = {
  WebCrypto: findSubtle(),
  noble: null,
  'WebCrypto without Ed25519': {
    generateKey: () => Promise.reject(new DOMException('', 'NotSupportedError')),
  } as unknown as SubtleCrypto,
}

describe.each(Object.entries(engines))('makeIdentity of a new key with %s', (_name, subtle) => {
  test('behavior: a stranger verifies the token', async () => {
    const signer = await makeIdentity({ subtle })
    const token = await signer.authorise('ws://127.0.0.1:4301')
    const [head, body, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
    const claims = JSON.parse(String(body))
    expect(JSON.parse(String(head))).toEqual({ alg: 'EdDSA', typ: 'JWT' })
    expect(Object.keys(claims)).toEqual(['iss', 'sub', 'aud', 'iat', 'exp'])
    expect(claims).toMatchObject({
      iss: signer.did,
      aud: 'ws://127.0.0.1:4301',
      exp: claims.iat + 86_400,
    })
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(5)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKeyOf(signer.did).toString('base64url') },
      format: 'jwk',
    })
    const signed = Buffer.from(token.slice(0, token.lastIndexOf('.')))
    expect(verify(null, signed, key, signature!)).toBe(true)
    expect(verify(null, Buffer.concat([signed, Buffer.from('x')]), key, signature!)).toBe(false)
  })
  test('behavior: a new subject for each token, a new key for each identity', async () => {
    const identity = await makeIdentity({ subtle })
    const subject = async () =>
      JSON.parse(
        String(Buffer.from((await identity.authorise('ws://a')).split('.')[1]!, 'base64url')),
      ).sub
    const first = await subject()
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await subject()).not.toBe(first)
    expect((await makeIdentity({ subtle })).did).not.toBe(identity.did)
  })
})

/** Decodes base 58 by itself, so that the encoder is not judged by its mirror. */
function publicKeyOf(did: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...did.slice('did:key:z'.length)].reduce(
    (sum, c) => sum * 58n + BigInt(alphabet.indexOf(c)),
    0n,
  )
  const bytes = Buffer.from(value.toString(16).padStart(68, '0'), 'hex')
  expect(bytes.subarray(0, 2).toString('hex')).toBe('ed01')
  return bytes.subarray(2)
}
