import { describe, expect, test } from 'vitest'
import { callerKey } from './caller-key.ts'

describe('callerKey', () => {
  test('default', () => {
    expect(callerKey('203.0.113.7')).toBe('203.0.113.7')
    expect(callerKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  })

  test('behavior: one address has one key, however it is spelled', () => {
    expect(callerKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(callerKey('::1')).toBe('0:0:0:0')
    expect(callerKey('2001:DB8::1')).toBe(callerKey('2001:db8:0:0:ffff::'))
    expect(callerKey('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(callerKey('2001:db8:1::')).toBe('2001:db8:1:0')
  })

  test('behavior: what is no address is taken as it is', () => {
    expect(callerKey('unknown')).toBe('unknown')
    expect(callerKey('')).toBe('')
  })
})
