import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroups } from './address-groups.ts'

// fast-check's own `binary` says the same, and takes seconds to make.
const anyPoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

describe('addressGroups', () => {
  it('default', () => {
    expect(addressGroups('0x4B209938c481177ec7E8f571ceCaE8A9e22C02db')).toEqual([
      '0x4B20',
      '9938',
      'c481',
      '177e',
      'c7E8',
      'f571',
      'ceCa',
      'E8A9',
      'e22C',
      '02db',
    ])
    expect(addressGroups('bc1qar0srr7')).toEqual(['bc1q', 'ar0s', 'rr7'])
  })

  it('behavior: no character is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyPoint }), (text) => addressGroups(text).join('') === text),
    )
  })
})
