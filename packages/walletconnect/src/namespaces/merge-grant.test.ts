import { describe, expect, test } from 'vitest'
import { mergeGrant } from './merge-grant.ts'

describe('mergeGrant', () => {
  test('default', () => {
    const merged = mergeGrant({
      eip155: { chains: ['eip155:137'], accounts: ['eip155:1:0xa'], methods: ['a'], events: ['e'] },
      'eip155:10': { accounts: ['eip155:10:0xa'], methods: ['a', 'b'], events: [] },
      sui: { accounts: ['sui:mainnet:0xb'], methods: [], events: [] },
    })
    expect(merged).toEqual({
      eip155: {
        chains: ['eip155:137', 'eip155:1', 'eip155:10'],
        accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
        methods: ['a', 'b'],
        events: ['e'],
      },
      sui: { chains: ['sui:mainnet'], accounts: ['sui:mainnet:0xb'], methods: [], events: [] },
    })
  })
})
