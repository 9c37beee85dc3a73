import { describe, expect, test } from 'vitest'
import { answersPayload, makeAuthPayload, readAuthPayload } from './auth-payload.ts'
import type { Cacao } from './cacao.ts'
import { formatRecap, makeRecap } from './recap.ts'
import { statementOf } from './sign-in-text.ts'

const challenge = {
  domain: 'dapp.example',
  uri: 'https://dapp.example/login',
  nonce: 'abc12345',
  statement: 'Hello.',
  issuedAt: '2026-01-02T03:04:05.678Z',
  expirationTime: '2026-01-03T00:00:00.000Z',
  resources: ['https://a.example'],
}
const payload = makeAuthPayload(challenge, ['eip155:1', 'eip155:137'], ['personal_sign'])
const { type: _type, chains: _chains, ...fields } = payload
const signed = (over: object = {}): Cacao => ({
  h: { t: 'caip122' },
  p: { ...fields, iss: 'did:pkh:eip155:1:0xab', ...over },
  s: { t: 'eip191', s: '0x' },
})

describe('makeAuthPayload', () => {
  test('default', () => {
    expect(payload).toEqual({
      type: 'caip122',
      chains: ['eip155:1', 'eip155:137'],
      statement: 'Hello.',
      aud: 'https://dapp.example/login',
      domain: 'dapp.example',
      version: '1',
      nonce: 'abc12345',
      iat: '2026-01-02T03:04:05.678Z',
      exp: '2026-01-03T00:00:00.000Z',
      resources: ['https://a.example', formatRecap(makeRecap('eip155', ['personal_sign']))],
    })
  })
  test('behavior: no methods, no recap', () => {
    const { resources: _, ...bare } = challenge
    expect('resources' in makeAuthPayload(bare, ['eip155:1'], [])).toBe(false)
  })
})

describe('readAuthPayload', () => {
  test('default', () => {
    expect(readAuthPayload(JSON.parse(JSON.stringify(payload)))).toEqual(payload)
  })
  test.each([
    ['no chains', { ...payload, chains: [] }],
    ['chains of two namespaces', { ...payload, chains: ['eip155:1', 'solana:x'] }],
    ['a chain that is none', { ...payload, chains: ['1'] }],
    ['no domain', { ...payload, domain: undefined }],
    ['nothing', undefined],
    ['null', null],
  ])('behavior: %s', (_, value) => {
    expect(readAuthPayload(value)).toBeUndefined()
  })
})

describe('answersPayload', () => {
  test('default', () => {
    expect(answersPayload(signed(), payload)).toBe(true)
  })
  test('behavior: the sentence may be written out, the recap narrowed', () => {
    const narrowed = [
      'https://a.example',
      formatRecap(makeRecap('eip155', ['personal_sign'], ['eip155:1'])),
    ]
    const statement = statementOf({ ...fields, resources: narrowed })
    expect(answersPayload(signed({ resources: narrowed, statement }), payload)).toBe(true)
  })
  test.each([
    ['another nonce', { nonce: 'abc12346' }],
    ['another page', { domain: 'evil.example' }],
    ['another address', { aud: 'https://evil.example' }],
    ['another time', { iat: '2026-01-02T03:04:05.679Z' }],
    ['no end', { exp: undefined }],
    ['another statement', { statement: 'Hello. And more.' }],
    ['another resource', { resources: ['https://b.example'] }],
    ['a chain nobody asked for', { iss: 'did:pkh:eip155:10:0xab' }],
  ])('behavior: %s', (_, over) => {
    expect(answersPayload(signed(over), payload)).toBe(false)
  })
})
