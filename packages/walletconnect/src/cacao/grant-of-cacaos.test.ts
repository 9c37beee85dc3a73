import { describe, expect, test } from 'vitest'
import type { Cacao } from './cacao.ts'
import { grantOfCacaos } from './grant-of-cacaos.ts'
import { formatRecap, makeRecap } from './recap.ts'

const cacao = (account: string, resources?: readonly string[]): Cacao => ({
  h: { t: 'caip122' },
  p: {
    domain: 'd',
    aud: 'a',
    version: '1',
    nonce: 'n',
    iat: 'i',
    iss: `did:pkh:${account}`,
    ...(resources ? { resources } : {}),
  },
  s: { t: 'eip191', s: '0x' },
})
const events = ['chainChanged', 'accountsChanged']

describe('grantOfCacaos', () => {
  test('default', () => {
    const resources = [
      formatRecap(makeRecap('eip155', ['personal_sign'], ['eip155:1', 'eip155:137'])),
    ]
    expect(grantOfCacaos([cacao('eip155:1:0xab', resources)])).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        accounts: ['eip155:1:0xab', 'eip155:137:0xab'],
        methods: ['personal_sign'],
        events,
      },
    })
  })
  test('behavior: several signers, no recap', () => {
    const granted = grantOfCacaos([
      cacao('eip155:1:0xab'),
      cacao('eip155:137:0xcd'),
      cacao('nonsense'),
    ])
    expect(granted).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        accounts: ['eip155:1:0xab', 'eip155:137:0xcd'],
        methods: [],
        events,
      },
    })
  })
})
