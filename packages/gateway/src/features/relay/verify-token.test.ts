import { describe, expect, test } from 'vitest'
import { makeTestIdentity } from '../../test/make-relay.ts'
import { verifyToken } from './verify-token.ts'

const now = Date.now()
const soon = Math.floor(now / 1000)

describe('verifyToken', () => {
  test('default', () => {
    const { did, token } = makeTestIdentity()
    expect(verifyToken(token(), now)).toBe(did)
    expect(
      verifyToken(
        token({ aud: 'wss://elsewhere.example', act: 'client_auth', sub: undefined }),
        now,
      ),
    ).toBe(did)
  })

  test('parameters: now, a clock a day off in either direction', () => {
    const { did, token } = makeTestIdentity()
    for (const offset of [-86_400_000, 86_400_000]) {
      expect(verifyToken(token(), now + offset)).toBe(did)
    }
  })

  test('behavior: the example of the specification', () => {
    const token = [
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.',
      'eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0',
      'NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6',
      'Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ',
      '.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
    ].join('')
    const expiresAt = 1_656_996_497
    expect(verifyToken(token, (expiresAt + 300) * 1000)).toBe(
      'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
    )
    expect(verifyToken(token, (expiresAt + 301) * 1000)).toBeUndefined()
  })

  test.each([
    ['expired', () => makeTestIdentity().token({ exp: soon - 302 })],
    ['without exp', () => makeTestIdentity().token({ exp: undefined })],
    ['of somebody else', () => makeTestIdentity().token({ iss: makeTestIdentity().did })],
    ['of no did:key', () => makeTestIdentity().token({ iss: 'did:web:shop.example' })],
    ['of another algorithm', () => makeTestIdentity().token({}, { alg: 'none' })],
    [
      'unsigned',
      () =>
        makeTestIdentity()
          .token()
          .replace(/[^.]+$/, ''),
    ],
    [
      'changed',
      () =>
        makeTestIdentity()
          .token()
          .replace(/\.(.)/, (_, letter) => `.${letter === 'e' ? 'f' : 'e'}`),
    ],
    ['too long', () => makeTestIdentity().token({ sub: 'x'.repeat(3_000) })],
    ['of four parts', () => `${makeTestIdentity().token()}.e30`],
    ['of five parts', () => `${makeTestIdentity().token()}.e30.e30`],
    ['none', () => ''],
    ['no token', () => 'a.b.c'],
  ])('behavior: one %s is refused', (_, make) => {
    expect(verifyToken(make(), now)).toBeUndefined()
  })

  test.each([
    ['wss://relay.example', 'wss://relay.example', true],
    ['wss://relay.example', 'wss://RELAY.example/', true],
    ['https://relay.example/', 'wss://relay.example:443/path?x=1', true],
    ['wss://relay.example:8443', 'wss://relay.example:8443', true],
    ['wss://relay.example', 'wss://relay.example:8443', false],
    ['wss://relay.example', 'wss://relay.elsewhere.example', false],
    ['wss://relay.example', 'wss://relay.example.evil.example', false],
    ['wss://relay.example', 'relay.example', false],
    ['wss://relay.example', '', false],
    ['wss://relay.example', undefined, false],
    ['wss://relay.example', 7, false],
  ])('parameters: urls %s, a token for %s', (url, aud, isTaken) => {
    const { did, token } = makeTestIdentity()
    expect(verifyToken(token({ aud }), now, ['wss://other.example', url])).toBe(
      isTaken ? did : undefined,
    )
  })
})
