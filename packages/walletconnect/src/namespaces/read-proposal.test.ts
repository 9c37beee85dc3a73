import { describe, expect, test } from 'vitest'
import { namespaceLimits } from './entries.ts'
import { readProposal } from './read-proposal.ts'

describe('readProposal', () => {
  test('default', () => {
    const asked = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] },
      'solana:abc': { methods: ['m'], events: [] },
    }
    expect(readProposal(asked)).toEqual(asked)
  })

  test.each([undefined, null, 'x', [], 7])('parameters: %j', (value) => {
    expect(readProposal(value)).toEqual({})
  })

  test('behavior: what cannot be understood is left out', () => {
    const read = readProposal({
      eip155: {
        chains: ['eip155:1', 'cosmos:x', '42', 5],
        methods: ['a', 1, '', 'a'],
        events: 'x',
      },
      '**': { chains: ['**:1'], methods: [], events: [] },
      cosmos: { chains: [], methods: [], events: [] },
      sui: null,
    })
    expect(read).toEqual({ eip155: { chains: ['eip155:1'], methods: ['a'], events: [] } })
  })

  test('behavior: sizes are bounded', () => {
    const long = Array.from({ length: 5000 }, (_, i) => `m${i}`)
    const read = readProposal({
      eip155: {
        chains: long.map((_, i) => `eip155:${i}`),
        methods: [...long, 'x'.repeat(129)],
        events: ['x'.repeat(129)],
      },
      ...Object.fromEntries(long.map((_, i) => [`eip155:${i}`, { methods: [], events: [] }])),
    })
    expect(Object.keys(read)).toHaveLength(namespaceLimits.namespaces)
    expect(read.eip155?.chains).toHaveLength(namespaceLimits.chains)
    expect(read.eip155?.methods).toHaveLength(namespaceLimits.names)
    expect(read.eip155?.events).toEqual([])
  })
})
