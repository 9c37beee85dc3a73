import { describe, expect, test, vi } from 'vitest'
import { createFeatures } from './create-features.ts'

describe('createFeatures', () => {
  test('default: a view after the account is known once the account has come, and begins after it', async () => {
    const begun: string[] = []
    const features = createFeatures(({ views }) => {
      begun.push(Object.keys(views)[0] ?? '')
      return undefined
    })
    expect(features.findFeatureName('Connect')).toBe('connect')
    expect(features.findFeatureName('EmailLogin')).toBe('login')
    // What draws it nobody knows before the account.
    expect(features.findFeatureName('ChooseName')).toBe('account')
    await features.loadView('ChooseName')
    expect(features.findFeatureName('ChooseName')).toBe('names')
    expect(features.get('names')?.views).toHaveProperty('ChooseName')
    expect(begun).toEqual(['Account', 'ChooseName'])
    await features.loadView('RegisterName')
    expect(begun).toHaveLength(2)
  }, 60_000)

  test('behavior: what a feature is built on has begun before it', async () => {
    const begun: string[] = []
    const features = createFeatures(({ views }) => {
      begun.push(Object.keys(views)[0] ?? '')
      return undefined
    })
    await features.load('email-capture')
    expect(begun).toEqual(['AllWallets', 'ApproveTransaction', 'DataCapture'])
  }, 60_000)

  test('behavior: what began is stopped', async () => {
    const stop = vi.fn()
    const features = createFeatures(() => ({ stop }))
    await features.load('names')
    features.stop()
    expect(stop).toHaveBeenCalledTimes(2)
  }, 60_000)
})
