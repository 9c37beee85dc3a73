import { describe, expect, test } from 'vitest'
import { deviceLabel } from './device-label.ts'

describe('deviceLabel', () => {
  test('parameters: user agents', () => {
    const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
    const known: readonly (readonly [string, string])[] = [
      [
        `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0.0.0 Safari/537.36`,
        'Chrome on Linux',
      ],
      [
        `Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/156.0 Safari/537.36 Edg/156.0`,
        'Edge on Windows',
      ],
      [
        `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/156.0 Mobile Safari/537.36`,
        'Chrome on Android',
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26 Safari/605',
        'Safari on macOS',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26 Safari/605',
        'Safari on iOS',
      ],
      [
        'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
        'Firefox on Linux',
      ],
      ['<script>123456</script>', 'A browser'],
      ['', 'A browser'],
    ]
    for (const [userAgent, label] of known) {
      expect(deviceLabel(userAgent)).toBe(label)
    }
    expect(deviceLabel(undefined)).toBe('A browser')
  })
})
