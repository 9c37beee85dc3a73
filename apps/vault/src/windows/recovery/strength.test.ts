import { describe, expect, test } from 'vitest'
import { measureStrength } from './strength.ts'

describe('strengthOf', () => {
  test.each([
    ['', 0],
    ['short pass1', 0],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
    ['123456789012', 1],
    ['abababababababababab', 1],
    ['qwmzkdpxtraf', 1],
    ['correct horse battery', 1],
    ['correct horse battery staple gun', 3],
    ['correct horse battery staple gun under my roof', 4],
    ['vT9#kLm2$pQx7!wZ', 4],
    // Characters count as people count them.
    ['😀'.repeat(11), 0],
  ])('default: %s is %i', (password, strength) => {
    expect(measureStrength(password)).toBe(strength)
  })
})
