import { describe, expect, it } from 'vitest'
import { faultOfCode, findSendFault } from './send-fault.ts'

const good = {
  hasToken: true,
  amountText: '1',
  amount: 1n,
  balance: 1n,
  receiver: { kind: 'address', address: 'abc' },
} as const

describe('findSendFault', () => {
  it('default', () => {
    expect(findSendFault(good)).toBeNull()
  })

  it.each([
    [
      { hasToken: false, amountText: '' },
      { field: 'token', is: 'missing' },
    ],
    [
      { amountText: ' ', amount: null },
      { field: 'amount', is: 'missing' },
    ],
    [
      { amountText: 'x', amount: null },
      { field: 'amount', is: 'invalid' },
    ],
    [
      { amountText: '1e18', amount: null },
      { field: 'amount', is: 'invalid' },
    ],
    [
      { amountText: '-1', amount: null },
      { field: 'amount', is: 'negative' },
    ],
    [
      { amountText: '0.0000000000000000001', amount: null },
      { field: 'amount', is: 'too-precise' },
    ],
    [
      { amountText: '100', amount: null, lacksPrice: true },
      { field: 'amount', is: 'no-price' },
    ],
    [{ amount: 0n }, { field: 'amount', is: 'missing' }],
    [{ amount: 2n }, { field: 'amount', is: 'not-enough' }],
    [{ receiver: { kind: 'empty' } }, { field: 'recipient', is: 'missing' }],
    [{ receiver: { kind: 'invalid' } }, { field: 'recipient', is: 'invalid' }],
    [{ receiver: { kind: 'other-chain' } }, { field: 'recipient', is: 'other-chain' }],
  ] as const)('parameters: %o', (change, fault) => {
    expect(findSendFault({ ...good, ...change })).toEqual(fault)
  })

  it('behavior: an unknown balance stops nobody, the chain will say', () => {
    expect(findSendFault({ ...good, amount: 10n ** 30n, balance: undefined })).toBeNull()
  })
})

describe('faultOfCode', () => {
  it('default', () => {
    expect(faultOfCode('insufficient-fee-funds')).toEqual({
      field: 'amount',
      is: 'not-enough-for-fee',
    })
    expect(faultOfCode('name-not-found')).toEqual({ field: 'recipient', is: 'unknown-name' })
    expect(faultOfCode('gateway-timeout')).toBeNull()
  })
})
