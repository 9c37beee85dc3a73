import { describe, expect, test } from 'vitest'
import { later } from '../features/account/later.ts'
import { connectViews } from '../features/connect/connect-views.ts'
import { features } from '../features/features.ts'
import { featureOfAccountView } from './account-views.ts'
import { featureOfView, isConnecting } from './views.ts'

const placed = Object.entries({ ...featureOfView, ...featureOfAccountView })
const viewsOf = (feature: string): readonly string[] =>
  placed.filter(([, home]) => home === feature).map(([view]) => view)
const early = Object.entries(features).map(([name, { load }]) => [name, load] as const)
const loaded = await Promise.all(
  [...early, ...Object.entries(later.load)].map(
    async ([name, load]) => [name, (await load()).feature] as const,
  ),
)

describe('featureOfView', () => {
  test('default: the dialog brings the views that are said to come with it', () => {
    expect(Object.keys(connectViews).sort()).toEqual(viewsOf('connect').toSorted())
  })

  test.each(loaded)('default: %s draws the views that are its own', (name, { views }) => {
    expect(Object.keys(views).sort()).toEqual(viewsOf(name).toSorted())
  })

  test('behavior: a feature comes after one that is there', () => {
    for (const { after } of Object.values(features)) {
      if (after) expect(features).toHaveProperty(after)
    }
  })
})

describe('isConnecting', () => {
  test('default: views before a connection stand apart from those of an account', () => {
    expect(isConnecting('EmailVerifyOtp')).toBe(true)
    expect(isConnecting('AllWallets')).toBe(true)
    expect(isConnecting('Account')).toBe(false)
    expect(isConnecting('SwapReview')).toBe(false)
  })
})
