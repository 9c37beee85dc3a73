import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { printConfig } from './print-config.ts'
import { readConfig } from './read-config.ts'

const chain = {
  id: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example/v2/secret-key'],
}
const file = (more: object = {}) =>
  JSON.stringify({ chains: [chain], projects: [{ id: 'shop' }], ...more })

function fault(text: string | undefined, env = {}) {
  try {
    readConfig(text, env)
  } catch (error) {
    return hasCode(error, 'config-invalid')
      ? { reason: error.context.reason ?? '', fix: error.context.fix ?? '' }
      : error
  }
  return undefined
}

describe('readConfig', () => {
  test('default', () => {
    const { config } = readConfig(file())
    expect(config.rateLimit).toEqual({ capacity: 100, refillPerSecond: 2 })
    expect(config.rpc).toMatchObject({ timeoutMs: 10_000, maxAnswerBytes: 10_485_760 })
    expect(config.projects[0]).toEqual({ id: 'shop', origins: [], features: [], analytics: false })
  })

  test('behavior: without a file, development has the devnet and demo, production has nothing', () => {
    const { config } = readConfig(undefined, { LATCHKEY_EVM_PORT: '9999' })
    expect(config.projects.map(({ id }) => id)).toEqual(['demo'])
    expect(config.chains[0]?.rpcUrls).toEqual(['http://127.0.0.1:9999'])
    const ports = {
      LATCHKEY_SOLANA_PORT: '1',
      LATCHKEY_BITCOIN_PORT: '2',
      LATCHKEY_STACKS_PORT: '3',
    }
    expect(
      readConfig(undefined, ports).config.chains.map(({ id, rpcUrls }) => [
        id.split(':')[0],
        rpcUrls[0],
      ]),
    ).toEqual([
      ['eip155', 'http://127.0.0.1:8545'],
      ['solana', 'http://127.0.0.1:1'],
      ['bip122', 'http://127.0.0.1:2'],
      ['stacks', 'http://127.0.0.1:3'],
    ])
    expect(config.chains.slice(1).flatMap(({ rpcUrls }) => rpcUrls)).toEqual(
      [8899, 3002, 3999].map((port) => `http://127.0.0.1:${port}`),
    )
    const production = readConfig(undefined, { NODE_ENV: 'production' }).config
    expect([production.projects, production.chains]).toEqual([[], []])
  })

  test('behavior: the key of the names comes from the environment, is not printed, and is nobody else’s', () => {
    const text = file({ names: { zone: 'shop.eth' } })
    const env = { LATCHKEY_NAMES_KEY: `0x${'ab'.repeat(32)}` }
    const read = readConfig(text, env)
    expect(read.config.names).toMatchObject({
      zone: 'shop.eth',
      key: env.LATCHKEY_NAMES_KEY,
      perAddress: 1,
    })
    expect(read.origins.get('names.key')).toBe('env LATCHKEY_NAMES_KEY')
    expect(printConfig(read)).toContain('names.key = "…"  (env LATCHKEY_NAMES_KEY)')
    expect(readConfig(file(), env).config.names).toBeUndefined()
    const wrong = (key: string, more = {}) =>
      (fault(text, { LATCHKEY_NAMES_KEY: key, ...more }) as { reason?: string } | undefined)?.reason
    expect(wrong('0x12')).toMatch(/^names\.key/)
    expect(wrong(`0x${'0'.repeat(64)}`)).toMatch(/^names\.key/)
    expect(wrong(`0x${'f'.repeat(64)}`)).toMatch(/^names\.key/)
    const { names } = readConfig(undefined).config
    expect(names?.zone).toBe('latchkey.eth')
    const known = `${names?.key}`.toUpperCase().replace('0X', '0x')
    for (const key of [`${names?.key}`, known]) {
      expect(wrong(key, { NODE_ENV: 'production' })).toBe('names.key: everybody knows it')
    }
    expect(wrong(env.LATCHKEY_NAMES_KEY, { NODE_ENV: 'production' })).toBeUndefined()
  })

  test('behavior: demo refuses to exist in production', () => {
    const text = file({ projects: [{ id: 'demo' }] })
    expect(fault(text, { NODE_ENV: 'production' })).toMatchObject({
      reason: 'projects: "demo" is for development',
    })
    expect(fault(text)).toBeUndefined()
  })

  test.each<readonly [string, string, RegExp]>([
    ['no JSON', '{', /not JSON/],
    ['a list', '[]', /not an object/],
    ['an unknown key', file({ chain: [] }), /chain/],
    ['a bad chain id', file({ chains: [{ ...chain, id: '1' }] }), /^chains\.0\.id/],
    ['no RPC', file({ chains: [{ ...chain, rpcUrls: [] }] }), /^chains\.0\.rpcUrls/],
    ['a chain twice', file({ chains: [chain, chain] }), /eip155:1 is listed twice/],
    ['a project twice', file({ projects: [{ id: 'a' }, { id: 'a' }] }), /a is listed twice/],
    [
      'an origin with a path',
      file({ projects: [{ id: 'a', origins: ['https://a.b/c'] }] }),
      /origins\.0/,
    ],
    [
      'a stray token',
      file({ tokens: [{ id: 'eip155:5/erc20:0x1', name: 'a', symbol: 'a', decimals: 1 }] }),
      /tokens\.0/,
    ],
    ['a stray identity chain', file({ identityChain: 'eip155:5' }), /identityChain/],
  ])('behavior: refuses %s with reason and fix', (_, text, reason) => {
    const found = fault(text)
    expect(found).toMatchObject({
      reason: expect.stringMatching(reason),
      fix: expect.stringMatching(/\S+/),
    })
  })

  test('behavior: the environment wins, and a bad value there is named', () => {
    const env = {
      LATCHKEY_GATEWAY_PORT: '5',
      LATCHKEY_RPC_URLS_eip155_1: 'https://a.example, https://b.example',
    }
    const { config } = readConfig(file({ port: 4 }), env)
    expect([config.port, config.chains[0]?.rpcUrls]).toEqual([
      5,
      ['https://a.example', 'https://b.example'],
    ])
    expect(fault(file(), { LATCHKEY_GATEWAY_PORT: 'x' })).toMatchObject({
      fix: expect.stringContaining('env LATCHKEY_GATEWAY_PORT'),
    })
  })
})

describe('printConfig', () => {
  test('default', () => {
    const text = printConfig(readConfig(file(), { LATCHKEY_GATEWAY_PORT: '5' }))
    expect(text).toContain('port = 5  (env LATCHKEY_GATEWAY_PORT)')
    expect(text).toContain('chains.0.name = "Ethereum"  (latchkey.json)')
    expect(text).toContain('rpc.timeoutMs = 10000  (default)')
  })

  test('behavior: keys in node addresses are masked', () => {
    const text = printConfig(readConfig(file()))
    expect(text).not.toContain('secret-key')
    expect(text).toContain('"https://node.example/…"')
  })
})
