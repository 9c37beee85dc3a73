import type { Kit } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { walletPairingLink } from './wallet-pairing-link.ts'

const phone = { isPhone: true, telegram: null, isFramed: false } as const
const wallet = {
  id: 'cove',
  name: 'Cove',
  mobile_link: 'cove://',
  link_mode: 'https://cove.example/app',
}
const link = {
  kind: 'uri',
  uri: 'wc:ab@2?symKey=cd',
  expiresAt: 1,
  link: 'wc_ev=Ag-_&topic=ab',
} as const

const kitWith = (status: 'idle' | 'connecting'): Kit =>
  ({
    getState: () => ({
      connectors: { walletConnect: { id: 'walletConnect', prepare: () => undefined } },
      connections: status === 'idle' ? {} : { walletConnect: { status } },
    }),
  }) as unknown as Kit

describe('linkTo', () => {
  test('default', () => {
    expect(walletPairingLink(kitWith('idle'), wallet, link, undefined, phone)).toEqual({
      href: 'https://cove.example/app?wc_ev=Ag-_&topic=ab',
      target: '_blank',
    })
  })

  test('behavior: opened once by its question, a wallet is opened by its pairing', () => {
    const by = (id: string, status: 'idle' | 'connecting') =>
      walletPairingLink(kitWith(status), wallet, link, { ...wallet, id }, phone)?.href.slice(0, 8)
    expect(by('cove', 'connecting')).toBe('cove://w')
    expect(by('other', 'connecting')).toBe('https://')
    expect(by('cove', 'idle')).toBe('https://')
  })

  test.each([
    ['a desktop', wallet, { ...phone, isPhone: false }, link],
    ['a wallet that takes none', { ...wallet, link_mode: null }, phone, link],
    ['a link that is no page', { ...wallet, link_mode: 'javascript:alert(1)' }, phone, link],
    ['a fragment', { ...wallet, link_mode: 'https://cove.example/#app' }, phone, link],
    ['a page without link mode', wallet, phone, { kind: link.kind, uri: link.uri, expiresAt: 1 }],
  ])('behavior: by its pairing: %s', (_, listing, platform, prompt) => {
    const href =
      walletPairingLink(kitWith('idle'), listing, prompt, undefined, platform)?.href ?? ''
    expect(href).not.toContain('wc_ev')
  })

  test('behavior: what the link asks already stays', () => {
    const asking = { ...wallet, link_mode: 'https://cove.example/app?from=page' }
    expect(walletPairingLink(kitWith('idle'), asking, link, undefined, phone)?.href).toBe(
      'https://cove.example/app?from=page&wc_ev=Ag-_&topic=ab',
    )
  })
})
