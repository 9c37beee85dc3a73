import { hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { agree } from './agree.ts'
import { fromHex32 } from './bytes.ts'
import { makeKeyPair, nobleKeyPair } from './key-pair.ts'
import { findSubtle } from './subtle.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

/** WebCrypto of an engine that has hashes but no X25519. */
function withoutCurve(): SubtleCrypto {
  const refuse = (algorithm: unknown) => {
    if (algorithm === 'X25519') throw new DOMException('Unrecognized name.', 'NotSupportedError')
  }
  const subtle = globalThis.crypto.subtle
  return {
    deriveBits: subtle.deriveBits.bind(subtle),
    generateKey: async (algorithm: unknown) => refuse(algorithm),
    importKey: async (...parameters: Parameters<SubtleCrypto['importKey']>) => {
      refuse(parameters[2])
      return subtle.importKey(...parameters)
    },
  } as unknown as SubtleCrypto
}

const engines = { WebCrypto: findSubtle(), noble: null, 'WebCrypto without X25519': withoutCurve() }

describe.each(Object.entries(engines))('agree with %s', (_name, subtle) => {
  test.each(vectors.keyAgreement)('default: $publicA and $publicB', async (v) => {
    expect(await agree(v.privateA, v.publicB, subtle)).toBe(v.symKey)
    expect(await agree(v.privateB, v.publicA, subtle)).toBe(v.symKey)
  })

  test('behavior: a fresh pair agrees with any other engine', async () => {
    const ours = await makeKeyPair(subtle)
    const theirs = await nobleKeyPair()
    expect(ours.publicKey).toMatch(/^[0-9a-f]{64}$/)
    expect(ours).toEqual(await nobleKeyPair(fromHex32(ours.privateKey)))
    expect(await agree(ours.privateKey, theirs.publicKey, subtle)).toBe(
      await agree(theirs.privateKey, ours.publicKey, null),
    )
    expect(ours.privateKey).not.toBe((await makeKeyPair(subtle)).privateKey)
  })

  // RFC 7748, section 6.1: points of low order, with which the secret is zero.
  test.each([
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
    `ec${'ff'.repeat(30)}7f`,
  ])('behavior: refuses the low order point %s', async (point) => {
    const { privateKey } = await nobleKeyPair()
    await expect(agree(privateKey, point, subtle)).rejects.toSatisfy((error) =>
      hasCode(error, 'envelope-invalid'),
    )
  })

  test('behavior: refuses what is no key', async () => {
    const { privateKey, publicKey } = await nobleKeyPair()
    for (const [own, theirs] of [
      [privateKey, 'zz'],
      ['', publicKey],
    ] as const) {
      await expect(agree(own, theirs, subtle)).rejects.toSatisfy((error) =>
        hasCode(error, 'envelope-invalid'),
      )
    }
  })
})

describe('agree', () => {
  test.each(vectors.keyAgreement)('behavior: public keys of $privateA and $privateB', async (v) => {
    expect((await nobleKeyPair(fromHex32(v.privateA))).publicKey).toBe(v.publicA)
    expect((await nobleKeyPair(fromHex32(v.privateB))).publicKey).toBe(v.publicB)
  })

  test('behavior: refuses a zero secret of an engine that lets it pass', async () => {
    const subtle = globalThis.crypto.subtle
    const lax = {
      importKey: subtle.importKey.bind(subtle),
      deriveBits: vi.fn(async () => new ArrayBuffer(32)),
    } as unknown as SubtleCrypto
    const { privateKey, publicKey } = await nobleKeyPair()
    await expect(agree(privateKey, publicKey, lax)).rejects.toSatisfy((error) =>
      hasCode(error, 'envelope-invalid'),
    )
    expect(lax.deriveBits).toHaveBeenCalledOnce()
  })

  test('behavior: with the curve of WebCrypto nothing else derives', async () => {
    const subtle = globalThis.crypto.subtle
    const deriveBits = vi.fn(subtle.deriveBits.bind(subtle))
    const spied = {
      importKey: subtle.importKey.bind(subtle),
      deriveBits,
    } as unknown as SubtleCrypto
    const [v] = vectors.keyAgreement
    await agree(v!.privateA, v!.publicB, spied)
    expect(deriveBits.mock.calls.map(([algorithm]) => (algorithm as Algorithm).name)).toEqual([
      'X25519',
      'HKDF',
    ])
  })
})
