import { describe, expect, test } from 'vitest'
import { describeNameFault, requireAppName, suggestAppName } from './app-name.ts'

describe('describeNameFault', () => {
  test('default', () => {
    expect(['my-shop', '@me/shop', 'shop.app', 'shop_2'].map(describeNameFault)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('behavior: the name of what the app installs would stop its installation', () => {
    expect(['vite', 'next', 'svelte', 'viem'].map(describeNameFault)).toEqual(
      Array(4).fill('the app itself installs a package of that name'),
    )
  })
})

describe('requireAppName', () => {
  test('default', () => {
    expect(requireAppName('my-shop')).toBe('my-shop')
  })

  test('behavior: says what is wrong, and what would be right', () => {
    expect(() => requireAppName('My Shop')).toThrow(/"My Shop".*my-shop/)
  })
})

describe('suggestAppName', () => {
  test.each([
    ['my-shop', 'my-shop'],
    ['/home/me/My Shop', 'my-shop'],
    ['C:\\Users\\me\\Shop', 'shop'],
    ['apps/läden/', 'l-den'],
    ['', 'latchkey-app'],
    ['/', 'latchkey-app'],
    ['react', 'latchkey-app'],
    ['...', 'latchkey-app'],
  ])('default: %j → %s', (folder, name) => {
    expect(suggestAppName(folder)).toBe(name)
  })
})
