import { memoryAdapter } from 'better-auth/adapters/memory'
import { describe, expect, test } from 'vitest'
import { describeBetterAuth } from '../../test/describe-better-auth.ts'
import { siwxPlugin } from './siwx-plugin.ts'

const tables = () => ({
  user: [],
  session: [],
  account: [],
  verification: [],
  walletAccount: [],
  walletAddress: [],
})
describeBetterAuth('siwxPlugin in memory', () => memoryAdapter(tables()))

describe('siwxPlugin', () => {
  test('behavior: wrong options are heard of at once', () => {
    expect(() => siwxPlugin({ domain: 'https://shop.example' })).toThrow('config-invalid')
    expect(() => siwxPlugin({ domain: 'shop.example', statement: 'Grüße' })).toThrow(
      'config-invalid',
    )
  })
})
