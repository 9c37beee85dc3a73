import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { checkGranted, grantOnChain } from './grant-on-chain.ts'

const granted = {
  eip155: { chains: ['eip155:137'], accounts: ['eip155:1:0xa'], methods: ['a'], events: ['e'] },
  'eip155:10': { accounts: ['eip155:10:0xa'], methods: ['b'], events: [] },
} as const
const codeOf = (run: () => void): unknown => {
  try {
    return run() ?? true
  } catch (error) {
    return hasCode(error, 'request-unauthorized') ? error.context.sourceCode : error
  }
}

describe('grantFor', () => {
  test('default', () => {
    expect(grantOnChain(granted, 'eip155:1')).toEqual({ methods: ['a'], events: ['e'] })
    expect(grantOnChain(granted, 'eip155:137')).toEqual({ methods: ['a'], events: ['e'] })
  })
  test("behavior: a chain's own entry does not inherit", () => {
    expect(grantOnChain(granted, 'eip155:10')).toEqual({ methods: ['b'], events: [] })
  })
  test('behavior: the entry of one chain allows nothing on another, whatever it holds', () => {
    expect(
      grantOnChain({ 'eip155:10': { ...granted.eip155, methods: ['b'] } }, 'eip155:1'),
    ).toBeUndefined()
  })
  test('behavior: a chain nobody granted', () => {
    expect(grantOnChain(granted, 'eip155:5')).toBeUndefined()
    expect(grantOnChain(granted, 'cosmos:hub')).toBeUndefined()
  })
})

describe('checkGranted', () => {
  test('default', () => {
    expect(codeOf(() => checkGranted(granted, 'eip155:1', { method: 'a' }))).toBe(true)
    expect(codeOf(() => checkGranted(granted, 'eip155:1', { event: 'e' }))).toBe(true)
  })
  test('behavior: codes of the protocol', () => {
    expect(codeOf(() => checkGranted(granted, 'eip155:5', { method: 'a' }))).toBe(3005)
    expect(codeOf(() => checkGranted(granted, 'eip155:10', { method: 'a' }))).toBe(3001)
    expect(codeOf(() => checkGranted(granted, 'eip155:10', { event: 'e' }))).toBe(3002)
  })
})
