import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { fakeNodes } from '../../test/fake-nodes.ts'
import { sipTokens } from './sip-tokens.ts'
import { stacksBalances } from './stacks-balances.ts'

const chain = 'stacks:1'
const address = 'SP000000000000000000002Q6VF78'
const deployer = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4'
const nativeCurrency = { name: 'Stacks', symbol: 'STX', decimals: 6 }
const config = configSchema.parse({
  chains: [{ id: chain, name: 'Stacks', nativeCurrency, rpcUrls: ['http://n'] }],
  tokens: [
    {
      id: `${chain}/sip010:${deployer}.sbtc-token%3A%3Asbtc-token`,
      name: 'sBTC',
      symbol: 'sBTC',
      decimals: 8,
    },
  ],
  index: { spam: [`${chain}/sip010:${deployer}.bad.bad`] },
})
const uint = (value: number) => `0x0701${value.toString(16).padStart(32, '0')}`
const text = (value: string, type = '0d') =>
  `0x07${type}${Buffer.byteLength(value).toString(16).padStart(8, '0')}${Buffer.from(value).toString('hex')}`
type Says = Readonly<Record<string, readonly [decimals: string, symbol: string, name: string]>>

function portOf(balances: unknown, contracts: Says = {}) {
  const { nodes, asked } = fakeNodes((_, [path]) => {
    const [, contract = '', name] = /call-read\/[^/]+\/([^/]+)\/(.+)$/.exec(String(path)) ?? []
    if (!name)
      return {
        value: String(path).startsWith('/v2/accounts')
          ? { balance: `0x${'0'.repeat(31)}f`, locked: '0x00' }
          : balances,
      }
    const said = contracts[contract]
    if (!said) return { value: { okay: false, cause: 'Unchecked(NoSuchContract)' } }
    return {
      value: { okay: true, result: said[['get-decimals', 'get-symbol', 'get-name'].indexOf(name)] },
    }
  })
  return { port: stacksBalances(config, { nodes, tokens: sipTokens(config, nodes) }), asked }
}
const stx = (balance: unknown, locked: unknown = '0') => ({ balance, locked, total_sent: '0' })
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

describe('stacksBalances', () => {
  test('default: STX that can be spent, listed tokens, then those whose contract says what they are', async () => {
    const fungible_tokens = {
      [`${deployer}.alex::alex`]: { balance: '250', total_sent: '0', total_received: '250' },
      [`${deployer}.sbtc-token::sbtc-token`]: { balance: '100000000' },
      [`${deployer}.silent::silent`]: { balance: '5' },
      [`${deployer}.none::none`]: { balance: '0' },
      [`${deployer}.bad::bad`]: { balance: '7' },
      nonsense: { balance: '7' },
    }
    const says: Says = {
      alex: [uint(8), text('ALEX', '0e'), text('ALEX Token')],
      bad: [uint(6), text('BAD'), text('Bad')],
    }
    const { port, asked } = portOf({ stx: stx('5000000', '2000000'), fungible_tokens }, says)
    expect(await port.read({ chain, address })).toEqual([
      { name: 'Stacks', symbol: 'STX', chainId: chain, quantity: { decimals: '6', numeric: '3' } },
      {
        name: 'sBTC',
        symbol: 'sBTC',
        chainId: chain,
        address: `${chain}:${deployer}.sbtc-token.sbtc-token`,
        quantity: { decimals: '8', numeric: '1' },
      },
      {
        name: 'ALEX Token',
        symbol: 'ALEX',
        chainId: chain,
        address: `${chain}:${deployer}.alex.alex`,
        quantity: { decimals: '8', numeric: '0.0000025' },
      },
    ])
    // All contracts are asked together, none twice.
    expect(asked.map((calls) => calls.length)).toEqual([1, 6])
    const before = asked.length
    await port.read({ chain, address })
    // What a contract says is kept, and one that says nothing is left alone for a while.
    expect(asked.length - before).toBe(1)
  })

  test.each<readonly [string, readonly [string, string, string]]>([
    ['lures', [uint(6), text('FREE'), text('Claim at reward.com')]],
    ['looks like the coin', [uint(6), text('STX'), text('Stacks')]],
    ['hides letters', [uint(6), text('A\u200bB', '0e'), text('AB')]],
    ['has decimals beyond reason', [uint(99), text('AB'), text('AB')]],
    ['says text for decimals', [text('6'), text('AB'), text('AB')]],
    ['says an error', ['0x0801'.padEnd(38, '0'), text('AB'), text('AB')]],
    ['says less than it counts', [`${uint(6)}00`, text('AB'), text('AB')]],
    ['is no hex', ['zz', text('AB'), text('AB')]],
  ])('behavior: a token whose contract %s is left out', async (_, said) => {
    const fungible_tokens = { [`${deployer}.odd::odd`]: { balance: '5' } }
    const { port } = portOf({ stx: stx('1'), fungible_tokens }, { odd: said })
    expect(await port.read({ chain, address })).toHaveLength(1)
  })

  test('behavior: a contract that has no name is called by its token', async () => {
    const fungible_tokens = { [`${deployer}.odd::odd-one`]: { balance: '5' } }
    const { port } = portOf({ stx: stx('1'), fungible_tokens }, { odd: [uint(1), '0x09', '0x'] })
    expect((await port.read({ chain, address }))[1]).toMatchObject({
      name: 'odd-one',
      symbol: 'odd-one',
    })
  })

  test('behavior: the coin alone by the node’s own call', async () => {
    const { port, asked } = portOf({})
    expect(await port.coin({ chain, address })).toBe(15n)
    expect(asked).toEqual([[{ method: 'GET', params: `["/v2/accounts/${address}?proof=0"]` }]])
  })

  test.each<readonly [string, unknown]>([
    ['nothing', {}],
    ['a negative balance', { stx: stx('-1') }],
    ['more locked than there is', { stx: stx('1', '2') }],
    ['a rounded number', { stx: stx(2 ** 60) }],
    ['a list', []],
  ])('behavior: %s is a 503, never 0', async (_, value) => {
    expect(await portOf(value).port.read({ chain, address }).catch(refused)).toBe(503)
  })
})
