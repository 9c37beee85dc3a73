import { describe, expect, test } from 'vitest'
import { describeProject } from '../../features/accounts/serve/describe-project.ts'
import { printConfig } from './print-config.ts'
import { readConfig } from './read-config.ts'

const smtp = { host: 'smtp.example', from: 'vault@vault.example' }
const factory = '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F'
const implementation = '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50'
const delegate = '0x130744f64ce1bb2f370C5975789EC642D54169d7'
const one = { factory, implementation, bundler: 'https://bundler.example/v2/marked-key' }
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chains = [
  { id: 'eip155:1', name: 'Ethereum', nativeCurrency, rpcUrls: ['https://node.example'] },
  { id: 'eip155:10', name: 'Ten', nativeCurrency, rpcUrls: ['https://node.example'] },
]
const file = (smart: unknown, vault: object = {}) =>
  JSON.stringify({ chains, vault: { origin: 'https://vault.example', smtp, smart, ...vault } })
const reasonOf = (text: string): string | undefined => {
  try {
    readConfig(text)
    return undefined
  } catch (error) {
    const { code, context } = error as { code?: string; context?: { reason?: string } }
    return code === 'config-invalid' ? context?.reason : String(error)
  }
}

describe('vault.smart', () => {
  test('default: nowhere; what is given is kept', () => {
    expect(readConfig(file(undefined)).config.vault?.smart).toEqual({})
    const full = {
      ...one,
      delegate,
      sponsor: 'https://sponsor.example',
      sponsorContext: { policyId: 'p' },
    }
    expect(readConfig(file({ 'eip155:1': full })).config.vault?.smart).toEqual({ 'eip155:1': full })
  })

  test('parameters: what is refused, and in what words', () => {
    const { bundler: _, ...without } = one
    const bad: readonly (readonly [unknown, string])[] = [
      [
        { 'eip155:1': { ...one, factory: factory.toLowerCase() } },
        'vault.smart.eip155:1.factory: must be spelled',
      ],
      [
        { 'eip155:1': { ...one, implementation: `${implementation.slice(0, -1)}1` } },
        'implementation: must be spelled',
      ],
      [{ 'eip155:1': { ...one, delegate: '0x12' } }, 'delegate: must be 0x'],
      [
        { 'eip155:1': { ...one, bundler: 'wss://bundler.example' } },
        'vault.smart.eip155:1.bundler',
      ],
      [{ 'eip155:1': without }, 'vault.smart.eip155:1.bundler'],
      [{ 'eip155:1': { ...one, paymaster: factory } }, 'vault.smart.eip155:1'],
      [
        { 'eip155:1': { ...one, sponsorContext: { policyId: 'p' } } },
        'sponsorContext without a sponsor',
      ],
      [{ 'eip155:0': one }, 'vault.smart: eip155:0 is no EVM chain'],
      [{ 'solana:localnet': one }, 'vault.smart: solana:localnet is no EVM chain'],
      [{ ether: one }, 'vault.smart.ether'],
      [{ 'eip155:137': one }, 'vault.smart: eip155:137 is not in chains'],
    ]
    for (const [smart, words] of bad) {
      expect(reasonOf(file(smart)) ?? 'taken').toContain(words)
    }
    const elsewhere = file({ 'eip155:1': one }, { namespaces: ['solana'] })
    expect(reasonOf(elsewhere)).toContain('makes no accounts of eip155')
  })

  test('behavior: addresses with keys come from the environment, and are not printed', () => {
    const env = {
      LATCHKEY_BUNDLER_URL_eip155_1: 'https://b.example/marked-bundler',
      LATCHKEY_SPONSOR_URL_eip155_1: 'https://s.example/?k=marked-sponsor',
      LATCHKEY_SPONSOR_URL_eip155_10: 'https://s.example/?k=marked-stray',
    }
    const read = readConfig(
      file({ 'eip155:1': { ...one, sponsorContext: { policyId: 'marked-policy' } } }),
      env,
    )
    expect(read.config.vault?.smart).toMatchObject({
      'eip155:1': {
        bundler: env.LATCHKEY_BUNDLER_URL_eip155_1,
        sponsor: env.LATCHKEY_SPONSOR_URL_eip155_1,
      },
    })
    expect(Object.keys(read.config.vault?.smart ?? {})).toEqual(['eip155:1'])
    const printed = printConfig(read)
    expect(printed).not.toContain('marked')
    expect(printed).toContain(
      'bundler = "https://b.example/…"  (env LATCHKEY_BUNDLER_URL_eip155_1)',
    )
    expect(printed).toContain(`factory = "${factory}"`)
    expect(printConfig(readConfig(file({ 'eip155:1': one })))).not.toContain('marked')
    expect(readConfig('{}', env).config.vault).toBeUndefined()
  })

  test('behavior: in development, where the bundler runs; with a sponsor if one is wanted', () => {
    const smartOf = (env: object) => readConfig(undefined, { ...env }).config.vault?.smart
    expect(smartOf({})).toEqual({
      'eip155:31337': { factory, implementation, delegate, bundler: 'http://localhost:4337' },
    })
    expect(smartOf({ LATCHKEY_BUNDLER_PORT: '0' })).toEqual({})
    expect(smartOf({ LATCHKEY_BUNDLER_PORT: '5' })).toMatchObject({
      'eip155:31337': { bundler: 'http://localhost:5' },
    })
    const sponsored = { LATCHKEY_SPONSOR: '1', LATCHKEY_SPONSOR_PORT: '6' }
    expect(smartOf(sponsored)).toMatchObject({ 'eip155:31337': { sponsor: 'http://localhost:6' } })
    expect(smartOf({ LATCHKEY_SPONSOR_PORT: '6' })?.['eip155:31337']?.sponsor).toBeUndefined()
  })
})

describe('describeProject', () => {
  test('behavior: the vault is told its own addresses, never the operator’s', () => {
    const sponsor = 'https://sponsor.example/marked-sponsor'
    const smart = { 'eip155:1': { ...one, delegate, sponsor }, 'eip155:10': one }
    const { config } = readConfig(file(smart))
    const told = describeProject(config, 'shop')
    expect(told.smart).toEqual({
      'eip155:1': {
        factory,
        implementation,
        delegate,
        bundler: 'https://vault.example/bundler/shop?chainId=eip155%3A1',
        sponsor: 'https://vault.example/sponsor/shop?chainId=eip155%3A1',
      },
      'eip155:10': {
        factory,
        implementation,
        bundler: 'https://vault.example/bundler/shop?chainId=eip155%3A10',
      },
    })
    expect(JSON.stringify(told)).not.toContain('marked')
    expect(describeProject(readConfig(file({})).config, 'shop')).not.toHaveProperty('smart')
  })
})
