import { describe, expect, test } from 'vitest'
import { isLocalUrl, parseAddedChain } from './chain.ts'
import { parseState } from './window/site.ts'
import { readPageSite, readRequest, requestType } from './window/window-message.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('isLocalUrl', () => {
  test.each([
    'http://localhost:8545',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'https://dev.localhost',
  ])('default: %s', (url) => expect(isLocalUrl(url)).toBe(true))
  test.each([
    null,
    '',
    'localhost:8545',
    'http://localhost.example',
    'http://127.0.0.1@example.org',
    'ws://localhost',
    'http://10.0.0.1',
  ])('behavior: %s is not', (url) => expect(isLocalUrl(url)).toBe(false))
})

describe('parseAddedChain', () => {
  const asked = {
    chainId: '0x539',
    chainName: 'Mine',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: ['https://example.org', 'http://localhost:1'],
  }
  test('default', () => {
    expect(parseAddedChain(asked)).toEqual({
      id: 1337,
      name: 'Mine',
      symbol: 'COIN',
      decimals: 18,
      rpcUrl: 'http://localhost:1',
    })
  })
  test.each([
    [null],
    [{ ...asked, rpcUrls: ['https://example.org'] }],
    [{ ...asked, chainId: 1337 }],
    [{ ...asked, chainName: '' }],
    [{ ...asked, chainName: 'a\u202Eb' }],
  ])('behavior: %j is refused', (value) =>
    expect(() => parseAddedChain(value)).toThrow(expect.objectContaining({ code: -32602 })),
  )
})

describe('parseState', () => {
  test('behavior: what is malformed is dropped', () => {
    const good = { accounts: [account], chain: 31_337 }
    expect(
      parseState({
        sites: { a: good, b: { accounts: [] }, c: null, d: { accounts: ['x'], chain: 1 } },
        chains: [{}],
      }),
    ).toEqual({
      sites: { a: good },
      chains: [],
    })
    for (const value of [null, 'x', [], { sites: 'x', chains: 'y' }]) {
      expect(parseState(value)).toEqual({ sites: {}, chains: [] })
    }
  })
})

describe('readPageSite', () => {
  const site = { accounts: [account], chain: 1, rpcUrl: 'http://localhost:8545' }
  test('default', () => expect(readPageSite(site)).toEqual(site))
  test.each([
    [null],
    [{ ...site, accounts: [] }],
    [{ ...site, accounts: [1] }],
    [{ ...site, chain: '1' }],
    [{ ...site, rpcUrl: 'javascript:1' }],
  ])('behavior: %j is none', (value) => expect(readPageSite(value)).toBeNull())
})

describe('readRequest', () => {
  test('default', () => {
    expect(
      readRequest({ type: requestType, method: 'personal_sign', params: [], chain: 1, more: 1 }),
    ).toEqual({
      type: requestType,
      method: 'personal_sign',
      params: [],
      chain: 1,
      isScripted: false,
    })
  })
  test.each([
    [null],
    [{ type: 'x' }],
    [{ type: requestType, method: 1, chain: 1 }],
    [{ type: requestType, method: 'a', chain: '1' }],
  ])('behavior: %j is none', (value) => expect(readRequest(value)).toBeNull())
})
