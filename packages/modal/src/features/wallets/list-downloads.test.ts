import { describe, expect, test } from 'vitest'
import { listDownloads } from './list-downloads.ts'

const listing = {
  id: 'a',
  name: 'A',
  chrome_store: 'https://chrome.example',
  app_store: 'https://apple.example',
  play_store: 'https://play.example',
  homepage: 'https://a.example',
}
const kinds = (userAgent: string, isPhone = false): string[] =>
  listDownloads(listing, userAgent, isPhone).map(({ kind }) => kind)

describe('listDownloads', () => {
  test('default', () => {
    expect(kinds('Mozilla/5.0 Chrome')).toEqual(['chrome', 'appStore', 'playStore', 'website'])
    expect(kinds('Firefox')[0]).toBe('chrome')
  })

  test('parameters: isPhone, the store of this phone and the page of the wallet', () => {
    expect(kinds('iPhone', true)).toEqual(['appStore', 'website'])
    expect(kinds('Macintosh', true)).toEqual(['appStore', 'website'])
    expect(kinds('Android', true)).toEqual(['playStore', 'website'])
    expect(kinds('Somewhere else', true)).toEqual(['appStore', 'playStore', 'website'])
  })

  test('behavior: only https leaves the page', () => {
    for (const href of ['javascript:alert(1)', 'http://a.example', 'data:text/html,x', null, '']) {
      expect(listDownloads({ id: 'a', name: 'A', homepage: href }, '', false)).toEqual([])
    }
  })
})
