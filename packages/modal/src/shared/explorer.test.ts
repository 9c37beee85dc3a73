import type { Chain } from '@latchkey/protocol'
import { describe, expect, it } from 'vitest'
import { explorerUrl, transactionUrl } from './explorer.ts'

const chain = (url?: string) =>
  ({
    id: 'test:1',
    explorer: url === undefined ? undefined : { name: 'E', url },
  }) as unknown as Chain

describe('explorerUrl', () => {
  it('default', () => {
    expect(explorerUrl(chain('https://scan.example/'), 'tx', '0xab')).toBe(
      'https://scan.example/tx/0xab',
    )
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

describe('transactionUrl', () => {
  it.each([
    ['submitted', 'https://scan.example/tx/own'],
    ['confirmed', 'https://scan.example/tx/own'],
    ['replaced', 'https://scan.example/tx/other'],
    ['dropped', undefined],
  ] as const)('parameters: %s', (status, page) => {
    expect(
      transactionUrl(chain('https://scan.example'), { status, hash: 'own', replacedBy: 'other' }),
    ).toBe(page)
  })
  it('behavior: of what took its place unknown, and of none yet, there is no page', () => {
    expect(
      transactionUrl(chain('https://scan.example'), { status: 'replaced', hash: 'own' }),
    ).toBeUndefined()
    expect(transactionUrl(chain('https://scan.example'), { status: 'signing' })).toBeUndefined()
  })
})
