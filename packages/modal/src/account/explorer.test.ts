import type { Chain } from '@latchkey/protocol'
import { describe, expect, it } from 'vitest'
import { explorerUrl } from './explorer.ts'

const chain = (url?: string) =>
  ({ id: 'test:1', explorer: url === undefined ? undefined : { name: 'E', url } }) as unknown as Chain

describe('explorerUrl', () => {
  it('default', () => {
    expect(explorerUrl(chain('https://scan.example/'), 'tx', '0xab')).toBe('https://scan.example/tx/0xab')
    expect(explorerUrl(chain(), 'tx', '0xab')).toBeUndefined()
    expect(explorerUrl(undefined, 'address', '0xab')).toBeUndefined()
  })
  it('behavior: nothing but web addresses, and no way out of the path', () => {
    expect(explorerUrl(chain('javascript:alert(1)//'), 'tx', '0xab')).toBeUndefined()
    expect(explorerUrl(chain('https://scan.example'), 'tx', '../../x?y')).toBe(
      'https://scan.example/tx/..%2F..%2Fx%3Fy',
    )
  })
})
