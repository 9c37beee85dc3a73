import { describe, expect, test } from 'vitest'
import { networkOfChain } from '../../decode/networks.ts'
import { words } from '../words.ts'
import { bareAccount, describeFee } from './use-approval-reading.ts'

test.each([
  ['0xAb', '0xAb'],
  ['eip155:1:0xAb', '0xAb'],
  ['bip122:000000000019d6689c085ae165831e93:bc1q', 'bc1q'],
])('bareAccount: default: of %s: %s', (account, address) => {
  expect(bareAccount(account)).toBe(address)
})

describe('describeFee', () => {
  const network = networkOfChain('eip155:1')
  const transaction = { kind: 'transaction', steps: [], warnings: [] } as const

  test('default: the highest fee, in the coin of the network', () => {
    const fee = describeFee({ ...transaction, fee: 10n ** 15n }, network)
    expect(fee).toContain('0.001')
    expect(fee).toContain('ETH')
  })

  test('behavior: none where somebody else pays; unknown where nothing tells it', () => {
    const paidElsewhere = { ...transaction, fee: 0n, warnings: ['other-payer'] } as const
    expect(describeFee(paidElsewhere, network)).toBe(words.feeNone)
    expect(describeFee({ ...transaction, warnings: ['unbounded'] }, network)).toBeUndefined()
    expect(describeFee({ kind: 'unreadable', reason: 'shape', raw: '' }, network)).toBeUndefined()
    expect(describeFee({ kind: 'message', bytes: '0x', warnings: [] }, network)).toBeUndefined()
  })
})
