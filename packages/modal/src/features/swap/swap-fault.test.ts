import { describe, expect, it } from 'vitest'
import { faultOfCode, findSwapFault } from './swap-fault.ts'

const good = {
  side: 'pay',
  amountText: '1',
  amount: 1n,
  hasReceive: true,
  pays: 1n,
  balance: 1n,
} as const

describe('findSwapFault', () => {
  it('default', () => {
    expect(findSwapFault(good)).toBeNull()
    expect(
      findSwapFault({ ...good, side: 'receive', pays: undefined, balance: undefined }),
    ).toBeNull()
  })

  it.each([
    [
      { amountText: '  ', amount: null },
      { field: 'pay', is: 'missing' },
    ],
    [
      { amountText: '', amount: null, side: 'receive' },
      { field: 'receive', is: 'missing' },
    ],
    [
      { amountText: 'x', amount: null },
      { field: 'pay', is: 'invalid' },
    ],
    [
      { amountText: '-1', amount: null },
      { field: 'pay', is: 'negative' },
    ],
    [
      { amountText: '0,0000001', amount: null, locale: 'de-DE' },
      { field: 'pay', is: 'too-precise' },
    ],
    [{ amount: 0n }, { field: 'pay', is: 'missing' }],
    [{ hasReceive: false }, { field: 'token', is: 'missing' }],
    [
      { hasReceive: false, side: 'receive', amount: null },
      { field: 'token', is: 'missing' },
    ],
    [{ pays: 2n }, { field: 'pay', is: 'not-enough' }],
    [
      { side: 'receive', pays: 2n },
      { field: 'pay', is: 'not-enough' },
    ],
  ] as const)('parameters: %o', (change, fault) => {
    expect(findSwapFault({ ...good, ...change })).toEqual(fault)
  })

  it('behavior: an unknown balance or offer stops nobody', () => {
    expect(findSwapFault({ ...good, pays: 10n ** 30n, balance: undefined })).toBeNull()
    expect(findSwapFault({ ...good, pays: undefined, balance: 0n })).toBeNull()
  })
})

describe('faultOfCode', () => {
  it('default', () => {
    expect(faultOfCode('insufficient-fee-funds')).toEqual({
      field: 'pay',
      is: 'not-enough-for-fee',
    })
    expect(faultOfCode('swap-unavailable')).toBeNull()
  })
})
