import { describe, expect, test } from 'vitest'
import { installLinks } from './install-links.ts'
import { wallets } from './wallets.ts'

describe('installLinks', () => {
  test('default: every link is https and of a wallet that is known', () => {
    for (const [path, links] of Object.entries(installLinks)) {
      expect(wallets.map((wallet) => wallet.path)).toContain(path)
      for (const link of Object.values(links).filter((one) => typeof one === 'string')) {
        expect(new URL(link).protocol).toBe('https:')
      }
    }
  })
})
