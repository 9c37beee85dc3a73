import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { formatLinkMessage, linkOfRedirect, parseLinkMessage } from './link-message.ts'

const topic = 'a1'.repeat(32)
const isRefused = (run: () => unknown): boolean => {
  try {
    run()
    return false
  } catch (error) {
    return hasCode(error, 'pairing-link-invalid')
  }
}

describe('formatLinkMessage', () => {
  test('default', () => {
    const link = formatLinkMessage('https://wallet.example/app?x=1#top', { topic, message: 'Ag-_' })
    expect(link).toBe(`https://wallet.example/app?x=1&wc_ev=Ag-_&topic=${topic}#top`)
    expect(parseLinkMessage(link)).toEqual({ topic, message: 'Ag-_' })
  })
  test.each([
    'http://wallet.example',
    'wallet://x',
    'javascript:alert(1)',
    'x',
    'https://a:b@wallet.example',
  ])('behavior: %s is no link to answer by', (universal) => {
    expect(isRefused(() => formatLinkMessage(universal, { topic, message: 'Ag' }))).toBe(true)
    expect(linkOfRedirect({ linkMode: true, universal })).toBeUndefined()
  })
  test('behavior: bounded', () => {
    expect(
      isRefused(() =>
        formatLinkMessage('https://a.example', { topic, message: 'A'.repeat(65_536) }),
      ),
    ).toBe(true)
  })
})

describe('parseLinkMessage', () => {
  test.each([
    ['another scheme', `wallet://x?wc_ev=Ag&topic=${topic}`],
    ['no message', `https://a.example/?topic=${topic}`],
    ['no topic', 'https://a.example/?wc_ev=Ag'],
    ['a topic that is none', 'https://a.example/?wc_ev=Ag&topic=a1'],
    ['two messages', `https://a.example/?wc_ev=Ag&wc_ev=Ag&topic=${topic}`],
    ['another alphabet', `https://a.example/?wc_ev=A%2Fg&topic=${topic}`],
    ['an endless one', `https://a.example/?wc_ev=${'A'.repeat(65_536)}&topic=${topic}`],
  ])('behavior: %s', (_, link) => {
    expect(isRefused(() => parseLinkMessage(link))).toBe(true)
  })
})

describe('linkOf', () => {
  test('default', () => {
    expect(linkOfRedirect({ linkMode: true, universal: 'https://a.example/x' })).toBe(
      'https://a.example/x',
    )
    expect(linkOfRedirect({ universal: 'https://a.example/x' })).toBeUndefined()
    expect(linkOfRedirect({ linkMode: true })).toBeUndefined()
    expect(linkOfRedirect(undefined)).toBeUndefined()
  })
})
