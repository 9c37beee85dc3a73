import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOfferId, writeOfferId } from './offer-id.ts'

describe('readOfferId', () => {
  test('default', () => {
    const id = { provider: `router-0x${'ab'.repeat(20)}`, paid: 2n ** 256n - 1n, received: 7n }
    expect(readOfferId(writeOfferId(id))).toEqual(id)
    expect(writeOfferId({ ...id, received: id.paid }).length).toBeLessThanOrEqual(256)
  })

  test('behavior: anything else is none', () => {
    for (const text of [
      undefined,
      '',
      '/',
      'zeroex',
      'zeroex/1',
      'zeroex/1/',
      'zeroex/1/2/3',
      'zeroex/-1/2',
      'z x/1/2',
    ]) {
      expect(readOfferId(text)).toBeUndefined()
    }
    expect(readOfferId(`zeroex/${'9'.repeat(79)}/1`)).toBeUndefined()
    fc.assert(
      fc.property(
        fc.string(),
        (text) => readOfferId(text) === undefined || text.split('/').length === 3,
      ),
    )
  })
})
