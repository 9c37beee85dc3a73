import { describe, expect, it } from 'vitest'
import { iconBytesLimit, isDataIcon } from './icon.ts'

const svg = encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')
const padded = (length: number) =>
  `data:image/png;base64,${'A'.repeat(length - 'data:image/png;base64,'.length)}`

describe('isDataIcon', () => {
  it.each([
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/jpeg;base64,/9j/4AAQ',
    'data:image/gif;base64,R0lGODdh',
    'data:image/webp;base64,UklGRg==',
    'data:image/avif;base64,AAAA',
    'data:image/x-icon;base64,AAAB',
    'data:image/svg+xml;base64,PHN2Zy8+',
    `data:image/svg+xml,${svg}`,
    `data:image/svg+xml;utf8,${svg}`,
    `data:image/svg+xml;charset=utf-8,${svg}`,
    'DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=',
  ])('default: %s', (text) => {
    expect(isDataIcon(text)).toBe(true)
  })

  it.each([
    '',
    'https://example.com/a.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/html,<script>alert(1)</script>',
    'data:image/png,',
    'data:image/png;base64,',
    'data:image/png;base64,a"onerror="alert(1)',
    'data:image/png;base64,a=b',
    'data:image/png;base64',
    'data:image/png;x=y;base64,AAAA',
    'data:image/svg+xml;charset=utf-7,+ADw-',
    ' data:image/png;base64,AAAA',
    'blob:https://example.com/1',
  ])('parameters: refuses %j', (text) => {
    expect(isDataIcon(text)).toBe(false)
  })

  it('behavior: at most 64 KiB, counted in bytes', () => {
    expect(iconBytesLimit).toBe(64 * 1024)
    expect(isDataIcon(padded(iconBytesLimit))).toBe(true)
    expect(isDataIcon(padded(iconBytesLimit + 1))).toBe(false)
    expect(isDataIcon(`data:image/svg+xml,${'é'.repeat(40_000)}`)).toBe(false)
  })

  it('behavior: what is no text is none', () => {
    for (const one of [undefined, null, 1, {}, ['data:image/png;base64,AAAA']]) {
      expect(isDataIcon(one)).toBe(false)
    }
  })
})
