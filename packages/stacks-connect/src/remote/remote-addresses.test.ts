import type { Session } from '@latchkey/core'
import type { AccountType } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { remoteAddresses } from './remote-addresses.ts'

const stx = 'SP000000000000000000002Q6VF78'
const pay = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const tap = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

const session = (
  namespace: string,
  chain: string,
  all: readonly (readonly [string, AccountType])[],
): Session => {
  const accounts = all.map(([address, type]) => ({
    account: `${chain}:${address}` as `${string}:${string}:${string}`,
    type,
  }))
  const [first] = accounts
  if (!first) throw new Error('none')
  return { namespace, chains: [], accounts, selected: first.account }
}
const sessions = [
  session('stacks', 'stacks:1', [[stx, 'stacks']]),
  session('bip122', bitcoin, [
    [pay, 'payment'],
    [tap, 'ordinals'],
  ]),
]
const bare = [
  { address: stx, symbol: 'STX', purpose: 'stacks' },
  { address: pay, symbol: 'BTC', purpose: 'payment' },
  { address: tap, symbol: 'BTC', purpose: 'ordinals' },
]

describe('remoteAddresses', () => {
  test('default', () => {
    expect(remoteAddresses(sessions)).toEqual(bare)
  })

  test('parameters: properties tell keys of what was granted, and of nothing else', () => {
    const key = (byte: string) => `02${byte.repeat(32)}`
    const properties = {
      stacks_getAddresses: JSON.stringify([
        { address: stx, publicKey: key('aa'), extra: { a: 1 } },
        { address: 'SPother' },
      ]),
      bip122_getAccountAddresses: JSON.stringify({
        payment: [{ address: pay, publicKey: key('bb') }],
        ordinal: [{ address: tap, publicKey: key('cc'), path: 7 }],
      }),
    }
    expect(remoteAddresses(sessions, properties)).toEqual(
      bare.map((one, i) => ({ ...one, publicKey: key(['aa', 'bb', 'cc'][i] ?? '') })),
    )
  })

  test.each([
    '',
    '{',
    '7',
    'null',
    '[null]',
    '{"payment":7,"ordinal":{}}',
    `[{"address":"${stx}","publicKey":"<b>"}]`,
  ])('behavior: %j tells nothing, and spoils nothing', (text) => {
    const properties = { stacks_getAddresses: text, bip122_getAccountAddresses: text }
    expect(remoteAddresses(sessions, properties)).toEqual(bare)
  })
})
