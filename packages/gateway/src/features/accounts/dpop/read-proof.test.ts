import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePartition, type ProofParts, type TestPartition } from '../test/make-device.ts'
import { type ProofContext, readProof } from './read-proof.ts'

const made: { device?: TestPartition } = {}
const device = (): TestPartition => made.device as TestPartition
const now = Date.UTC(2026, 0, 2)
const asked: ProofContext = {
  method: 'POST',
  url: 'https://vault.example/api/splits/release',
  body: '{"a":1}',
  token: 'abc',
  now,
}
const read = async (parts: ProofParts, at = now, more: Partial<ProofContext> = {}) =>
  readProof(await device().prove(asked, at, parts), { ...asked, ...more })

beforeAll(async () => {
  made.device = await makePartition()
})

describe('readProof', () => {
  test('default', async () => {
    expect(await read({ claims: { jti: 'one-of-them' } })).toEqual({
      device: device().id,
      jti: 'one-of-them',
    })
    expect(await read({}, now - 59_000)).toBeDefined()
    expect(await read({}, now + 60_000)).toBeDefined()
  })

  test('parameters: a proof of another call, token, body or time is none', async () => {
    const others: readonly Partial<ProofContext>[] = [
      { method: 'GET' },
      { url: 'https://vault.example/api/splits' },
      { url: 'https://evil.example/api/splits/release' },
      { body: '{"a":2}' },
      { body: '' },
      { token: 'abd' },
      { token: undefined },
      { now: now + 61_001 },
      { now: now - 61_001 },
    ]
    for (const other of others) {
      expect([other, await read({}, now, other)]).toEqual([other, undefined])
    }
  })

  test('parameters: headers and claims that are not as they must be', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const foreign = await exportJWK(privateKey)
    const bad: readonly ProofParts[] = [
      { header: { typ: 'JWT' } },
      { header: { typ: undefined } },
      { header: { alg: 'none' } },
      { header: { alg: 'HS256' } },
      { header: { jwk: undefined } },
      { header: { jwk: { ...device().jwk, x: foreign.x, y: foreign.y } } },
      { header: { jwk: { ...device().jwk, d: foreign.d } } },
      { header: { crit: ['b64'], b64: false } },
      { claims: { jti: undefined } },
      { claims: { jti: 'short' } },
      { claims: { jti: 'x'.repeat(129) } },
      { claims: { iat: undefined } },
      { claims: { iat: 'now' } },
      { claims: { bh: undefined } },
      { claims: { ath: undefined } },
      { claims: { htu: undefined } },
      { claims: { exp: Math.floor(now / 1000) - 3_600 } },
    ]
    for (const parts of bad) {
      expect([parts, await read(parts)]).toEqual([parts, undefined])
    }
    for (const text of [
      undefined,
      '',
      'a.b.c',
      'x'.repeat(3_000),
      `${await device().prove(asked, now)}, second`,
    ]) {
      expect(await readProof(text, asked)).toBeUndefined()
    }
  })

  test('behavior: one signed by another key than it names is none', async () => {
    const other = await makePartition()
    const proof = await other.prove(asked, now, { header: { jwk: device().jwk } })
    expect(await readProof(proof, asked)).toBeUndefined()
  })

  test('behavior: reads what another library writes, with the empty body of GET', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = await exportJWK(publicKey)
    const claims = { jti: '12345678', htm: 'GET', htu: 'https://vault.example/api/account' }
    const proof = await new SignJWT(claims)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .setIssuedAt(now / 1000)
      .sign(privateKey)
    const get = { method: 'GET', url: claims.htu, body: '', token: undefined, now }
    expect(await readProof(proof, get)).toMatchObject({ jti: '12345678' })
  })
})
