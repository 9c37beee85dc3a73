import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { callerAddress } from './caller-address.ts'

const quiet = { error: () => {} }
const from = (trustProxy: boolean | number, header?: string, log = quiet): string =>
  callerAddress(trustProxy, log).readUpgradeCaller({
    headers: header === undefined ? {} : { 'x-forwarded-for': header },
    socket: { remoteAddress: '192.0.2.1' },
  } as unknown as IncomingMessage)

describe('callerAddress', () => {
  test('default: the address of the socket, whatever a caller claims', () => {
    expect(from(false)).toBe('192.0.2.1')
    expect(from(false, '198.51.100.7')).toBe('192.0.2.1')
  })

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:20001', '198.51.100.7'],
    ['203.0.113.5, 198.51.100.7:1', '198.51.100.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
  ])('parameters: trustProxy, the last entry %s', (header, address) => {
    expect(from(true, header)).toBe(address)
  })

  test.each([
    '',
    'unknown',
    '_hidden',
    '198.51.100.7.9',
    '198.51.100.7:x',
    '[198.51.100',
    'a'.repeat(4_000),
    '1.2.3.4,',
  ])('behavior: what is no address counts as the proxy itself: %.20s', (header) =>
    expect(from(true, header)).toBe('192.0.2.1'),
  )

  test('parameters: trustProxy as a number, of proxies one behind the other', () => {
    const header = '10.9.9.9, 203.0.113.5, 198.51.100.7'
    expect(from(1, header)).toBe('198.51.100.7')
    expect(from(2, header)).toBe('203.0.113.5')
    // Fewer than there should be: it did not come through all of them.
    expect(from(2, '198.51.100.7')).toBe('192.0.2.1')
  })

  test('behavior: a proxy that nobody trusts is told of once', () => {
    const told: string[] = []
    const address = callerAddress(false, { error: (_, message) => void told.push(message) })
    const request = {
      headers: { 'x-forwarded-for': '198.51.100.7' },
      socket: {},
    } as unknown as IncomingMessage
    for (let at = 0; at < 3; at++) {
      address.readUpgradeCaller(request)
    }
    expect(told).toEqual([expect.stringContaining('set trustProxy')])
    expect(told.join()).not.toContain('198.51')
    from(false, undefined, { error: () => expect.unreachable() })
  })
})
