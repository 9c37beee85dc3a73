import { describe, expect, test } from 'vitest'
import { peerListing } from './peer-listing.ts'

const listings = [
  { id: 'none', name: 'Cove' },
  { id: 'cove', name: 'Cove', mobile_link: 'cove://wc?uri={uri}' },
  {
    id: 'tidal',
    name: 'Tidal',
    mobile_link: 'https://tidal.example/app',
    link_mode: 'https://link.tidal.example',
  },
]
const of = (native?: string, universal?: string) =>
  peerListing(
    { name: 'Cove', ...(native && { native }), ...(universal && { universal }) },
    listings,
  )?.id

describe('peerListing', () => {
  test('default: the scheme of its app, or the host of its links', () => {
    expect(of('cove://')).toBe('cove')
    expect(of('COVE:')).toBe('cove')
    expect(of(undefined, 'https://tidal.example/other')).toBe('tidal')
    expect(of(undefined, 'https://link.tidal.example/wc')).toBe('tidal')
  })

  test('behavior: an equal name, another scheme or another host is no proof', () => {
    expect(of()).toBeUndefined()
    expect(of('covet://')).toBeUndefined()
    expect(of(undefined, 'https://tidal.example.evil.example')).toBeUndefined()
    expect(of(undefined, 'https://evil.example/tidal.example')).toBeUndefined()
  })
})
