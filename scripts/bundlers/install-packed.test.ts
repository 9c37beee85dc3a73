import { describe, expect, test } from 'vitest'
import { neededPackages } from './install-packed.ts'

const ours = [
  { manifest: { name: 'a', version: '1', dependencies: { b: '1', other: '2' } } },
  { manifest: { name: 'b', version: '1', dependencies: { a: '1' } } },
  { manifest: { name: 'c', version: '1' } },
]

describe('neededPackages', () => {
  test('default: what is wanted of ours, and what that needs of ours', () => {
    expect(neededPackages(ours, ['a', 'react'])).toEqual(['a', 'b'])
    expect(neededPackages(ours, ['c', 'b'])).toEqual(['a', 'b', 'c'])
    expect(neededPackages(ours, ['react'])).toEqual([])
  })
})
