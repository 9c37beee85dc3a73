import { describe, expect, it } from 'vitest'
import { openingLinks } from './opening-links.ts'

const none = { native: null, universal: null, wcNative: null, wcUniversal: null }
const wallet = {
  mobile: none,
  desktop: { native: null, universal: null },
  webApp: null,
  formats: { native: null, universal: null, desktop: null, web: null },
}
type Wallet = Parameters<typeof openingLinks>[0]
const of = (
  mobile: Partial<Wallet['mobile']>,
  formats: Partial<Wallet['formats']>,
  more: Partial<Wallet> = {},
) =>
  openingLinks({
    ...wallet,
    mobile: { ...none, ...mobile },
    formats: { ...wallet.formats, ...formats },
    ...more,
  })

describe('openingLinks', () => {
  it('default: the app by its own scheme, its universal link apart', () => {
    expect(
      of(
        { native: 'a://', universal: 'https://a.example' },
        { native: 'derived', universal: 'derived' },
      ),
    ).toEqual({
      mobile_link: 'a://',
      universal_link: 'https://a.example',
      desktop_link: null,
      webapp_link: null,
      link_formats: { mobile_link: 'derived', universal_link: 'derived' },
    })
  })

  it('behavior: an app without a scheme is opened by its universal link, said once', () => {
    expect(of({ universal: 'https://a.example' }, { universal: 'derived' })).toMatchObject({
      mobile_link: 'https://a.example',
      universal_link: null,
      link_formats: { mobile_link: 'derived' },
    })
  })

  it('behavior: a base that opens no pairing link is left out', () => {
    expect(of({ native: 'a://' }, {})).toMatchObject({ mobile_link: null, link_formats: null })
  })

  it.each([
    ['a://', 'a://wc?uri={uri}', 'a://'],
    ['https://a.example', 'https://a.example/wc?uri={uri}', 'https://a.example'],
    ['a://', 'a://wcV2?{uri}', 'a://wcV2?{uri}'],
    ['a://', 'a://wc?{rawUri}', 'a://wc?{rawUri}'],
    ['a://open?to=wc', 'a://open?to=wc/wc?uri={uri}', 'a://open?to=wc/wc?uri={uri}'],
    ['a://wc', 'a://wc/wc?uri={uri}', 'a://wc/wc?uri={uri}'],
  ])('parameters: of %s and %s, %s', (native, wcNative, expected) => {
    expect(of({ native, wcNative }, { native: 'observed' }).mobile_link).toBe(expected)
  })

  it('parameters: desktop, web', () => {
    const desktop = { native: null, universal: 'https://d.example' }
    expect(
      of({}, { desktop: 'derived', web: 'derived' }, { desktop, webApp: 'https://w.example' }),
    ).toMatchObject({
      desktop_link: 'https://d.example',
      webapp_link: 'https://w.example',
      link_formats: { desktop_link: 'derived', webapp_link: 'derived' },
    })
  })
})
