import { describe, expect, test } from 'vitest'
import {
  type InstallLinks,
  installLink,
  installLinks,
  type Platform,
  platformOf,
} from './install-links.ts'
import { wallets } from './wallets.ts'

const full: InstallLinks = {
  web: 'web',
  chrome: 'chrome',
  firefox: 'firefox',
  android: 'android',
  ios: 'ios',
}
const without = (...keys: readonly (keyof InstallLinks)[]) =>
  Object.fromEntries(
    Object.entries(full).filter(([key]) => !keys.includes(key as keyof InstallLinks)),
  ) as unknown as InstallLinks

describe('installLink', () => {
  test('default: each platform has its own', () => {
    expect(
      (['ios', 'android', 'firefox', 'chrome', 'other'] as Platform[]).map((one) =>
        installLink(full, one),
      ),
    ).toEqual(['ios', 'android', 'firefox', 'chrome', 'chrome'])
  })

  test.each([
    ['ios', without('ios'), 'chrome'],
    ['ios', without('ios', 'chrome'), 'firefox'],
    ['ios', without('ios', 'chrome', 'firefox'), 'web'],
    ['android', without('android'), 'chrome'],
    ['android', without('android', 'chrome', 'firefox'), 'web'],
    ['chrome', without('chrome'), 'ios'],
    ['chrome', without('chrome', 'ios'), 'android'],
    ['chrome', without('chrome', 'ios', 'android'), 'web'],
    ['firefox', without('firefox'), 'ios'],
    ['firefox', without('firefox', 'ios', 'android'), 'web'],
    ['other', without('chrome'), 'firefox'],
    ['other', without('chrome', 'firefox'), 'web'],
  ] as const)('behavior: on %s without its own, %#', (platform, links, expected) => {
    expect(installLink(links, platform)).toBe(expected)
  })

  test('behavior: every link is https and of a wallet that is known', () => {
    for (const [path, links] of Object.entries(installLinks)) {
      expect(wallets.map((wallet) => wallet.path)).toContain(path)
      for (const link of Object.values(links).filter((one) => typeof one === 'string')) {
        expect(new URL(link).protocol).toBe('https:')
      }
    }
  })
})

describe('platformOf', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120 Mobile',
      false,
      'ios',
    ],
    [mac, true, 'ios'],
    [mac, false, 'other'],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36',
      true,
      'android',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0', true, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', false, 'firefox'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36',
      false,
      'chrome',
    ],
    ['', false, 'other'],
  ] as const)('default: %#', (userAgent, hasTouch, expected) => {
    expect(platformOf(userAgent, hasTouch)).toBe(expected)
  })
})
