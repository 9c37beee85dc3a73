import { describe, expect, test } from 'vitest'
import { leaveAnswered, type Together, takeAnswered } from './together.ts'

const addresses = [
  { address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx' },
  { address: 'ST000000000000000000002AMW42H' },
]

describe('takeAnswered', () => {
  test('default: what one left another takes', () => {
    const together: Together = {}
    leaveAnswered(together, addresses)
    expect(takeAnswered(together)).toEqual(addresses)
  })

  test.each([
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { addresses: [] },
    { addresses: [{ address: '<b>' }] },
  ])('behavior: %j is none', (answered) => {
    expect(() => takeAnswered({ answered })).toThrow(
      expect.objectContaining({ code: 'wallet-answer-invalid' }),
    )
  })
})
