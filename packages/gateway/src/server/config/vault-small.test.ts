import { describe, expect, test } from 'vitest'
import { describeProject } from '../../features/accounts/serve/describe-project.ts'
import { readConfig } from './read-config.ts'

const smtp = { host: 'smtp.example', from: 'vault@vault.example' }
const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 8 }
const chains = ['eip155:1', bitcoin, solana, 'stacks:1'].map((id) => ({
  id,
  name: id.slice(0, 6),
  nativeCurrency,
  rpcUrls: ['https://node.example'],
}))
const file = (small: unknown, vault: object = {}) =>
  JSON.stringify({ chains, vault: { origin: 'https://vault.example', smtp, small, ...vault } })
const one = (receiver = till, payment: unknown = '10', day: unknown = '20') => ({
  receivers: { [receiver]: payment },
  day,
})
const reasonOf = (small: unknown, vault: object = {}): string => {
  try {
    readConfig(file(small, vault))
    return 'taken'
  } catch (error) {
    const { code, context } = error as { code?: string; context?: { reason?: string } }
    return code === 'config-invalid' ? (context?.reason ?? '') : String(error)
  }
}

describe('vault.small', () => {
  test('default: none; what is given is kept, and told to the frames of that project alone', () => {
    expect(readConfig(file(undefined)).config.vault?.small).toEqual({})
    const small = {
      shop: {
        'eip155:1': { receivers: { [till]: '10' }, day: '10' },
        [bitcoin]: {
          receivers: { [bech32]: '1', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2': '2' },
          day: '3',
        },
        [solana]: one('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'),
      },
    }
    const { config } = readConfig(file(small))
    expect(config.vault?.small).toEqual(small)
    expect(describeProject(config, 'shop').small).toEqual(small.shop)
    for (const other of ['other', 'constructor', '__proto__']) {
      expect(describeProject(config, other)).not.toHaveProperty('small')
    }
  })

  test('parameters: what is refused, and in what words', () => {
    const on = (chain: string, listed: unknown) => ({ shop: { [chain]: listed } })
    const bad: readonly (readonly [unknown, string])[] = [
      [
        on('eip155:1', one(till.toLowerCase())),
        `vault.small.shop.eip155:1: ${till.toLowerCase()} is no address there`,
      ],
      [on('eip155:1', one(till.replace('d', 'D'))), 'not in its one spelling'],
      [on('eip155:1', one(`0x${'0'.repeat(40)}`)), 'is no address there'],
      [on('eip155:1', one('till.eth')), 'till.eth is no address there'],
      [on('eip155:1', one(bech32)), 'is no address there'],
      [on(bitcoin, one(bech32.toUpperCase())), 'not in its one spelling'],
      [on(bitcoin, one('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')), 'is no address there'],
      [on(solana, one(till)), 'is no address there'],
      [on('eip155:1', one(till, '21')), `one payment to ${till} is more than the day`],
      [on('eip155:1', one(till, '0.1')), 'base units'],
      [on('eip155:1', one(till, 10)), 'vault.small.shop.eip155:1'],
      [on('eip155:1', one(till, '0')), 'base units'],
      [on('eip155:1', one(till, '10', null)), 'vault.small.shop.eip155:1.day'],
      [on('eip155:1', { receivers: {}, day: '1' }), 'must name 1 to 100'],
      [on('eip155:1', { ...one(), week: '1' }), 'vault.small.shop.eip155:1'],
      [on('eip155:137', one()), 'vault.small.shop.eip155:137: it is not in chains'],
      [on('stacks:1', one()), 'vault.small.shop.stacks:1: the vault makes no accounts there'],
      [on('ether', one()), 'vault.small.shop.ether'],
    ]
    for (const [small, words] of bad) {
      expect(reasonOf(small)).toContain(words)
    }
    expect(reasonOf(on(solana, one(till)), { namespaces: ['eip155'] })).toContain(
      'makes no accounts there',
    )
  })

  test('behavior: in development the demo’s till alone, which production does not know', () => {
    const small = (env: object) => readConfig(undefined, { ...env }).config.vault?.small
    expect(Object.keys(small({})?.demo?.['eip155:31337']?.receivers ?? {})).toEqual([till])
    expect(small({ NODE_ENV: 'production' })).toBeUndefined()
  })
})
