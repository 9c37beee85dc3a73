import { describe, expect, test } from 'vitest'
import type { Platform } from './platform.ts'
import { walletLink } from './wallet-link.ts'

const uri = 'wc:ab@2?relay-protocol=irn&symKey=cd&expiryTimestamp=9'
const encoded = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd%26expiryTimestamp%3D9'
const phone: Platform = { isPhone: true, telegram: null, isFramed: false }
const desktop: Platform = { ...phone, isPhone: false }
const of = (mobile_link: string, platform = phone) => walletLink({ mobile_link }, uri, platform)

describe('walletLink', () => {
  test.each([
    ['harbor://', `harbor://wc?uri=${encoded}`],
    ['harbor:', `harbor://wc?uri=${encoded}`],
    ['harbor', `harbor://wc?uri=${encoded}`],
    ['harbor://wc', `harbor://wc?uri=${encoded}`],
    ['harbor://wallet', `harbor://wallet/wc?uri=${encoded}`],
    ['harbor://wc?uri={uri}', `harbor://wc?uri=${encoded}`],
    ['harbor://open?link={uri}&from=page', `harbor://open?link=${encoded}&from=page`],
    ['harbor://connect?{rawUri}', `harbor://connect?${uri}`],
  ])('default: the scheme of an app, %s', (pattern, href) => {
    expect(of(pattern)).toEqual({ href })
  })

  test.each([
    ['https://harbor.example', `https://harbor.example/wc?uri=${encoded}`],
    ['https://harbor.example/', `https://harbor.example/wc?uri=${encoded}`],
    ['https://harbor.example/app', `https://harbor.example/app/wc?uri=${encoded}`],
    ['https://harbor.example/wc?uri={uri}', `https://harbor.example/wc?uri=${encoded}`],
    ['http://localhost:4303', `http://localhost:4303/wc?uri=${encoded}`],
    ['http://[::1]:4303/', `http://[::1]:4303/wc?uri=${encoded}`],
  ])('default: a universal link leaves by a new tab, %s', (pattern, href) => {
    expect(of(pattern)).toEqual({ href, target: '_blank' })
  })

  test.each([
    'javascript:alert(1)//{uri}',
    'JavaScript:alert(1)//{uri}',
    'java\nscript:alert(1)//{uri}',
    '\u0001javascript:alert(1)//{uri}',
    ' javascript:alert(1)//{uri}',
    'data:text/html,{uri}',
    'vbscript:{uri}',
    'blob:https://harbor.example/{uri}',
    'file:///{uri}',
    'view-source:https://harbor.example/{uri}',
    'http://harbor.example/wc?uri={uri}',
    'http://localhost.harbor.example/wc?uri={uri}',
    'http://127.0.0.1@harbor.example/wc?uri={uri}',
    'https:///{uri}',
    'intent://wc?uri={uri}#Intent;end',
    '//harbor.example/{uri}',
    '/wc?uri={uri}',
    '',
  ])('behavior: %j leads nowhere', (pattern) => {
    expect(of(pattern)).toBeNull()
    expect(of(pattern, { ...phone, isFramed: true })).toBeNull()
    expect(walletLink({ desktop_link: pattern, webapp_link: pattern }, uri, desktop)).toBeNull()
  })

  test('parameters: platform, the phone opens the app, else the page; the desktop its own app', () => {
    const listing = { mobile_link: 'm://', desktop_link: 'd://', webapp_link: 'https://w.example' }
    expect(walletLink(listing, uri, phone)?.href).toMatch(/^m:/)
    expect(walletLink(listing, uri, desktop)?.href).toMatch(/^d:/)
    const web = { href: `https://w.example/wc?uri=${encoded}`, target: '_blank' }
    expect(walletLink({ ...listing, mobile_link: null }, uri, phone)).toEqual(web)
    expect(walletLink({ ...listing, desktop_link: null }, uri, desktop)).toEqual(web)
    expect(walletLink({ mobile_link: 'm://' }, uri, desktop)).toBeNull()
    expect(walletLink({ desktop_link: 'd://' }, uri, phone)).toBeNull()
  })

  test('parameters: platform, a frame has its outermost page open the app', () => {
    expect(of('harbor://', { ...phone, isFramed: true })).toMatchObject({ target: '_top' })
    expect(of('https://harbor.example', { ...phone, isFramed: true })).toMatchObject({
      target: '_blank',
    })
  })

  test('parameters: platform, Telegram gets universal links only, on Android encoded once more', () => {
    const inside: Platform = { ...phone, telegram: 'other' }
    const listing = { mobile_link: 'harbor://', link_mode: 'https://harbor.example/wc' }
    expect(walletLink(listing, uri, phone)?.href).toMatch(/^harbor:/)
    expect(walletLink(listing, uri, inside)).toEqual({
      href: `https://harbor.example/wc?uri=${encoded}`,
      target: '_blank',
    })
    expect(
      walletLink({ ...listing, universal_link: 'https://open.harbor.example' }, uri, inside)?.href,
    ).toBe(`https://open.harbor.example/wc?uri=${encoded}`)
    expect(of('harbor://', inside)).toBeNull()
    expect(of('https://harbor.example', { ...phone, telegram: 'android' })?.href).toBe(
      `https://harbor.example/wc?uri=${encodeURIComponent(encoded)}`,
    )
  })
})
