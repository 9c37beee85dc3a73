import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../base/config/schema.ts'
import { readAccount } from './read-account.ts'

const ids = [
  'eip155:1',
  'eip155:10',
  'solana:abc',
  'bip122:000000000019d6689c085ae165831e93',
  'stacks:1',
  'near:mainnet',
]
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
const config = configSchema.parse({
  chains: ids.map((id) => ({ id, name: 'x', nativeCurrency, rpcUrls: ['http://n'] })),
})
const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const sol = 'So11111111111111111111111111111111111111112'
const btc = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
const stx = 'SP000000000000000000002Q6VF78'

describe('readAccount', () => {
  test.each<readonly [string, readonly number[]]>([
    [evm, [0, 1]],
    [sol, [2]],
    [btc, [3]],
    [stx, [4]],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', []],
    ['ST000000000000000000002AMW42H', []],
  ])(
    'parameters: %s is looked for on the chains of its family that it can be on',
    (address, own) => {
      expect(readAccount(address, undefined, config).chains).toEqual(own.map((at) => ids[at]))
    },
  )

  test('behavior: an address of one family asks no chain of another', () => {
    const status = (run: () => unknown) => {
      try {
        run()
        return 200
      } catch (error) {
        return hasCode(error) ? [error.context.sourceCode, error.context.field] : error
      }
    }
    const chains = ids.slice(0, 5) as `${string}:${string}`[]
    const table = [evm, sol, btc, stx].map((address) =>
      chains.map((chain) => status(() => readAccount(address, chain, config))),
    )
    const no = [400, 'address']
    expect(table).toEqual([
      [200, 200, no, no, no],
      [no, no, 200, no, no],
      [no, no, no, 200, no],
      [no, no, no, no, 200],
    ])
    expect(status(() => readAccount(evm, 'near:mainnet', config))).toEqual([400, 'chainId'])
    expect(status(() => readAccount('<script>', undefined, config))).toEqual(no)
  })

  test('behavior: one spelling', () => {
    expect(readAccount(btc, undefined, config).account).toBe(btc.toLowerCase())
    expect(readAccount(sol, 'solana:abc', config)).toEqual({ account: sol, chains: ['solana:abc'] })
  })
})
