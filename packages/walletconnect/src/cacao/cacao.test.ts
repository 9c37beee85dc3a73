import { describe, expect, test } from 'vitest'
import { accountOfIssuer, issuerOf, readCacao, readSignInFields } from './cacao.ts'

const fields = {
  domain: 'dapp.example',
  aud: 'https://dapp.example/login',
  version: '1',
  nonce: 'abc12345',
  iat: '2026-01-02T03:04:05.678Z',
} as const
const cacao = {
  h: { t: 'caip122' },
  p: { ...fields, iss: 'did:pkh:eip155:1:0xab' },
  s: { t: 'eip191', s: '0x01' },
} as const

describe('readCacao', () => {
  test('default', () => {
    expect(readCacao(cacao)).toEqual(cacao)
  })
  test.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['no header', { ...cacao, h: undefined }],
    ['another header', { ...cacao, h: { t: 'x' } }],
    ['no issuer', { ...cacao, p: fields }],
    ['another did', { ...cacao, p: { ...fields, iss: 'did:key:z6' } }],
    ['no signature', { ...cacao, s: { t: 'eip191' } }],
    ['an empty signature', { ...cacao, s: { t: 'eip191', s: '' } }],
    ['an endless signature', { ...cacao, s: { t: 'eip191', s: 'x'.repeat(65_537) } }],
    ['another version', { ...cacao, p: { ...cacao.p, version: '2' } }],
    ['no nonce', { ...cacao, p: { ...cacao.p, nonce: '' } }],
    ['a broken line', { ...cacao, p: { ...cacao.p, statement: 'a\nb' } }],
    ['an endless field', { ...cacao, p: { ...cacao.p, statement: 'x'.repeat(8193) } }],
    ['resources of another kind', { ...cacao, p: { ...cacao.p, resources: [1] } }],
  ])('behavior: %s is none', (_, value) => {
    expect(readCacao(value)).toBeUndefined()
  })
  test('behavior: what is unknown is left out, null is absent', () => {
    expect(readCacao({ ...cacao, extra: 1, p: { ...cacao.p, more: 1, statement: null } })).toEqual(
      cacao,
    )
  })
})

describe('readSignInFields', () => {
  test('default', () => {
    const all = { ...fields, statement: 's', exp: 'e', nbf: 'n', requestId: 'r', resources: ['a'] }
    expect(readSignInFields({ ...all, type: 'caip122' })).toEqual(all)
  })
})

describe('accountOfIssuer', () => {
  test('default', () => {
    expect(accountOfIssuer(issuerOf('eip155:137:0xab'))).toBe('eip155:137:0xab')
    expect(accountOfIssuer('did:pkh:eip155:0xab')).toBeUndefined()
  })
})
