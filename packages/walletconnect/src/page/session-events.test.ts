import { describe, expect, test } from 'vitest'
import { applyAccounts, readChain } from './session-events.ts'

const entry = (accounts: readonly `${string}:${string}:${string}`[]) => ({
  accounts,
  methods: [],
  events: [],
})

describe('readChain', () => {
  test('default', () => {
    expect(readChain(137, 'eip155:1')).toBe('eip155:137')
    expect(readChain('0x89', 'eip155:1')).toBe('eip155:137')
    expect(readChain('137', 'eip155:1')).toBe('eip155:137')
    expect(readChain('eip155:137', 'eip155:1')).toBe('eip155:137')
  })

  test('behavior: elsewhere hex is a reference of its own', () => {
    expect(readChain('0x2b6653dc', 'tron:0xcd8690dc')).toBe('tron:0x2b6653dc')
    expect(readChain('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:x')).toBe(
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    )
  })

  test('behavior: what is no chain', () => {
    for (const data of [
      null,
      undefined,
      {},
      [],
      '',
      'a b',
      -1,
      1.5,
      Number.NaN,
      Infinity,
      1e30,
      { chainId: {} },
    ]) {
      expect(readChain(data, 'eip155:1')).toBeUndefined()
    }
    for (const data of [{ toString: 1 }, { chainId: { toString: null, valueOf: 2 } }]) {
      expect(readChain(data, 'eip155:1')).toBeUndefined()
    }
  })
})

describe('applyAccounts', () => {
  test('default: first, on every chain of the namespace, in either entry', () => {
    const granted = {
      eip155: entry(['eip155:1:0xA', 'eip155:1:0xB']),
      'eip155:10': entry(['eip155:10:0xA']),
      solana: entry(['solana:main:abc']),
    }
    expect(applyAccounts(granted, ['eip155:1:0xb'], 'eip155:1')).toEqual({
      eip155: entry(['eip155:1:0xb', 'eip155:1:0xA']),
      'eip155:10': entry(['eip155:10:0xb', 'eip155:10:0xA']),
      solana: granted.solana,
    })
  })

  test('behavior: case counts where addresses are no hex', () => {
    const granted = { solana: entry(['solana:main:abc']) }
    expect(applyAccounts(granted, ['ABC'], 'solana:main')?.solana?.accounts).toEqual([
      'solana:main:ABC',
      'solana:main:abc',
    ])
  })

  test('behavior: nothing usable changes nothing, a flood is cut', () => {
    const granted = { eip155: entry(['eip155:1:0xA']) }
    for (const data of [[], null, 'x', [1], ['solana:main:abc'], ['a b']]) {
      expect(applyAccounts(granted, data, 'eip155:1')).toBeUndefined()
    }
    const flood = Array.from({ length: 100_000 }, (_, i) => `0x${i.toString(16)}`)
    expect(applyAccounts(granted, flood, 'eip155:1')?.eip155?.accounts.length).toBeLessThanOrEqual(
      101,
    )
  })
})
