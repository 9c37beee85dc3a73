import { describe, expect, test } from 'vitest'
import { hexOfChain, readChainId } from './chain-id.ts'

describe('readChainId', () => {
  test('default', () => {
    expect(readChainId('0x7a69')).toBe('eip155:31337')
  })

  test.each([
    ['31337', 'eip155:31337'],
    [31337, 'eip155:31337'],
    ['0x01', 'eip155:1'],
    ['0x0', null],
    [0, null],
    [-1, null],
    [1.5, null],
    [Number.NaN, null],
    ['', null],
    ['0x', null],
    ['1e3', null],
    [' 1', null],
    ['eip155:1', null],
    ['0x12345678901234567', null],
    [null, null],
    [{}, null],
    [['0x1'], null],
  ])('behavior: %o is %o', (answer, expected) => {
    expect(readChainId(answer)).toBe(expected)
  })
})

describe('hexOfChain', () => {
  test('default', () => {
    expect([hexOfChain('eip155:1'), hexOfChain('eip155:31337')]).toEqual(['0x1', '0x7a69'])
  })
})
