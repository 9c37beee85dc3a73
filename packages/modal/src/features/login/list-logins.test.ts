import type { AuthFeatures, Kit } from '@latchkey/core'
import type { FeatureFlags } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { listLogins } from './list-logins.ts'

const auth = { ways: ['email', 'google', 'x', 'facebook'] } as unknown as AuthFeatures
const kitWith = (features: Partial<FeatureFlags>) =>
  ({ getState: () => ({ features }) }) as unknown as Kit

describe('listLogins', () => {
  test('default: what the transport has, in its order', () => {
    expect(listLogins(kitWith({}), auth, false)).toEqual({
      email: true,
      socials: ['google', 'x', 'facebook'],
    })
  })
  test.each<readonly [string, Partial<FeatureFlags>, boolean, ReturnType<typeof listLogins>]>([
    ['no email', { email: false }, false, { email: false, socials: ['google', 'x', 'facebook'] }],
    ['no socials', { socials: false }, false, { email: true, socials: [] }],
    ['an order', { socials: ['x', 'google'] }, false, { email: true, socials: ['x', 'google'] }],
    [
      'one the transport lacks',
      { socials: ['apple', 'x'] },
      false,
      { email: true, socials: ['x'] },
    ],
    ['a phone', {}, true, { email: true, socials: ['google', 'x'] }],
  ])('parameters: %s', (_, features, isPhone, expected) => {
    expect(listLogins(kitWith(features), auth, isPhone)).toEqual(expected)
  })
  test.each([
    ['iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, ['x']],
    [
      'an iPad that calls itself a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
      true,
      ['x'],
    ],
    ['macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false, ['google', 'facebook']],
    ['Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', true, ['google']],
    ['Linux', 'Mozilla/5.0 (X11; Linux x86_64)', false, ['google', 'x', 'facebook']],
  ] as const)('behavior: inside Telegram on %s', (_, userAgent, isPhone, socials) => {
    const page = { TelegramWebviewProxy: {}, navigator: { userAgent } }
    expect(listLogins(kitWith({}), auth, isPhone, page).socials).toEqual(socials)
    // The same browser outside of it has lost nothing but what phones lose.
    const outside = { navigator: { userAgent } }
    expect(listLogins(kitWith({}), auth, isPhone, outside).socials).toContain('google')
  })
  test('behavior: a transport without email offers none', () => {
    expect(
      listLogins(kitWith({ email: true }), { ways: ['x'] } as unknown as AuthFeatures, false).email,
    ).toBe(false)
  })
})
