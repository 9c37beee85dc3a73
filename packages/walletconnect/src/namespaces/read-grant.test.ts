import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { namespaceLimits } from './entries.ts'
import { readGrant } from './read-grant.ts'

const one = 'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
const faultOf = (value: unknown): unknown => {
  try {
    return readGrant(value)
  } catch (error) {
    return hasCode(error, 'proposal-unsupported') ? error.context.sourceCode : error
  }
}

describe('readGrant', () => {
  test('default', () => {
    const granted = {
      eip155: {
        chains: ['eip155:1'],
        accounts: [one],
        methods: ['personal_sign'],
        events: ['accountsChanged'],
      },
      'eip155:10': { accounts: ['eip155:10:0xab'], methods: ['a'], events: [] },
    }
    expect(readGrant(granted)).toEqual(granted)
  })

  test('behavior: foreign accounts and chains are dropped, and entries that have no account left', () => {
    const read = readGrant({
      eip155: {
        chains: ['eip155:1', 'cosmos:x'],
        accounts: [one, 'cosmos:hub:c1', 'eip155:1:', 7, one],
        methods: [],
      },
      'eip155:1': { accounts: ['eip155:10:0xab'], methods: ['a'], events: [] },
      '**': { accounts: ['**:1:x'], methods: [], events: [] },
    })
    expect(read).toEqual({
      eip155: { chains: ['eip155:1'], accounts: [one], methods: [], events: [] },
    })
  })

  test.each([
    undefined,
    null,
    'x',
    [],
    {},
    { eip155: null },
    { eip155: { accounts: [], methods: [], events: [] } },
  ])('parameters: %j', (value) => {
    expect(faultOf(value)).toBe(5103)
  })

  test('behavior: sizes are bounded', () => {
    const accounts = Array.from({ length: 5000 }, (_, i) => `eip155:1:0x${i}`)
    expect(readGrant({ eip155: { accounts } }).eip155?.accounts).toHaveLength(
      namespaceLimits.accounts,
    )
  })

  test('behavior: a key of the prototype is no namespace', () => {
    expect(faultOf(JSON.parse(`{"__proto__":{"accounts":["${one}"]}}`))).toBe(5103)
  })
})
