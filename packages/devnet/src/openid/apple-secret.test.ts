import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { appleSecretFault } from './apple-secret.ts'
import { appleClientKey } from './players.ts'

const { teamId, keyId, privateKey } = appleClientKey()
const audience = 'http://localhost:4308/apple'
const now = 1_800_000_000_000
const seconds = now / 1000

function make(
  claims: object = {},
  header: object = {},
  key: KeyObject = createPrivateKey(privateKey),
): string {
  const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const body = {
    iss: teamId,
    sub: 'latchkey-devnet-apple',
    aud: audience,
    iat: seconds,
    exp: seconds + 60,
    ...claims,
  }
  const text = `${encodePart({ alg: 'ES256', kid: keyId, ...header })}.${encodePart(body)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

describe('appleSecretFault', () => {
  test('default', () => {
    expect(appleSecretFault(make(), audience, now)).toBeUndefined()
    expect(appleSecretFault(make({ exp: seconds + 15_777_000 }), audience, now)).toBeUndefined()
  })

  test('behavior: the key is the same at every start', () => {
    expect(appleClientKey()).toEqual({ teamId, keyId, privateKey })
  })

  test.each([
    ['none', null, 'no JWT'],
    ['of two parts', 'a.b', 'no JWT'],
    ['that is no JSON', 'a.b.c', 'no JWT'],
    ['of another key id', make({}, { kid: 'OTHERKEY01' }), 'kid'],
    ['without a signature', make({}, { alg: 'none' }), 'ES256'],
    [
      'of another key',
      make({}, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
      'signature',
    ],
    ['with a changed signature', `${make().slice(0, -8)}AAAAAAAA`, 'signature'],
    ['of another team', make({ iss: 'OTHERTEAM1' }), 'iss'],
    ['for another client', make({ sub: 'other' }), 'sub'],
    ['for somebody else', make({ aud: 'other' }), 'aud'],
    ['from the future', make({ iat: seconds + 600 }), 'iat'],
    ['without a time', make({ iat: undefined }), 'iat'],
    ['that has expired', make({ exp: seconds }), 'expired'],
    ['that lives too long', make({ exp: seconds + 15_777_001 }), 'six months'],
  ])('behavior: a secret %s is refused', (_name, secret, why) => {
    expect(appleSecretFault(secret, audience, now)).toContain(why)
  })
})
