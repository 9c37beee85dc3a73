import { describe, expect, it } from 'vitest'
import { relayAddress } from './relay-address.ts'

const userAgent = 'wc-2%2Flatchkey-0.1.0%2Fweb%2Fbrowser'

describe('relayAddress', () => {
  it('default', () => {
    expect(relayAddress('ws://localhost:4301', 'a.b.c')).toBe(
      `ws://localhost:4301/?auth=a.b.c&ua=${userAgent}`,
    )
  })

  it.each([
    ['wss://relay.test/', 'wss://relay.test/'],
    ['wss://relay.test/v2', 'wss://relay.test/v2/'],
    ['wss://relay.test/v2/', 'wss://relay.test/v2/'],
  ])('parameters: url %s', (url, start) => {
    expect(relayAddress(url, 'a.b.c')).toBe(`${start}?auth=a.b.c&ua=${userAgent}`)
  })

  it('parameters: projectId', () => {
    expect(relayAddress('ws://a.test', 'j', 'p&x=y')).toBe(
      `ws://a.test/?auth=j&projectId=p%26x%3Dy&ua=${userAgent}`,
    )
  })

  it('behavior: what the owner has in the address stays', () => {
    expect(relayAddress('ws://a.test/?key=1', 'j')).toBe(
      `ws://a.test/?key=1&auth=j&ua=${userAgent}`,
    )
  })
})
