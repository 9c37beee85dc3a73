import { browseLinks } from '@latchkey/catalog/browse-links'
import type { Platform } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { browseLink } from './browse-link.ts'

const phone = { isPhone: true, isFramed: false } as Platform
const page = new URL('https://shop.example/pay?of=2&to=a b#here')

describe('browseLink', () => {
  test('default: the page goes along, and its origin, percent-encoded', () => {
    const url = encodeURIComponent('https://shop.example/pay?of=2&to=a%20b')
    expect(browseLink('phantom', page, phone)).toEqual({
      href: `https://phantom.app/ul/browse/${url}?ref=${encodeURIComponent('https://shop.example')}`,
      target: '_blank',
    })
    expect(browseLink('metamask', page, phone)?.href).toBe(
      'https://link.metamask.io/dapp/shop.example/pay?of=2&to=a%20b',
    )
    expect(browseLink('solflare', page, phone)?.href).toContain(
      `https://solflare.com/ul/v1/browse/${url}?ref=`,
    )
  })

  test('behavior: every pattern of the catalogue is filled whole', () => {
    for (const id of Object.keys(browseLinks)) {
      expect(browseLink(id, page, phone)?.href).toMatch(/^[^{}]+$/)
    }
  })

  test('behavior: none for a wallet without one, for names every object has, and away from phones', () => {
    expect(browseLink('metamask-of-somebody', page, phone)).toBeNull()
    expect(browseLink('constructor', page, phone)).toBeNull()
    expect(browseLink('phantom', page, { ...phone, isPhone: false })).toBeNull()
  })
})
