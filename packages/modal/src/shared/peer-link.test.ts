import { describe, expect, test } from 'vitest'
import { peerLink } from './peer-link.ts'

const phone = { isPhone: true, telegram: null, isFramed: false } as const
const peer = { name: 'Cove', native: 'cove://', universal: 'https://cove.example' }

describe('peerLink', () => {
  test('default: the app’s own scheme, else its universal link', () => {
    expect(peerLink(peer, phone)).toEqual({ href: 'cove://' })
    expect(peerLink({ name: 'Cove', universal: 'https://cove.example' }, phone)).toMatchObject({
      target: '_blank',
    })
    expect(peerLink({ name: 'Cove' }, phone)).toBeNull()
  })

  test('parameters: platform, none on a desktop, no scheme in Telegram', () => {
    expect(peerLink(peer, { ...phone, isPhone: false })).toBeNull()
    expect(peerLink(peer, { ...phone, telegram: 'other' })?.href).toBe('https://cove.example')
  })

  test('behavior: what a wallet says of itself never runs in the page', () => {
    expect(
      peerLink(
        { name: 'Cove', native: 'javascript:alert(1)', universal: 'javascript:alert(1)' },
        phone,
      ),
    ).toBeNull()
  })
})
