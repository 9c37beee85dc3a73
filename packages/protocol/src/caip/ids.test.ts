import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAssetId } from './asset-id.ts'
import {
  type AccountId,
  accountId,
  addressOf,
  chainOf,
  isAccountId,
  isChainId,
  namespaceOf,
  referenceOf,
} from './ids.ts'
import { hasKnownNamespace } from './known-namespace.ts'
import { namespaces } from './namespaces.ts'

// Examples published with CAIP-2, CAIP-10 and CAIP-19.
const chains = [
  'eip155:1',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:12a765e31ffd4059bada1e25190f6e98',
  'bip122:fdbe99b90c90bae7505796461471d89a',
  'cosmos:cosmoshub-2',
  'cosmos:Binance-Chain-Tigris',
  'cosmos:iov-mainnet',
  'starknet:SN_GOERLI',
  'lip9:9ee11e9df416b18b',
  'chainstd:8c3444cf8970a9e41a706fab93e7a6c4',
]
const accounts = [
  'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
  'cosmos:cosmoshub-3:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f:5hmuyxw9xdgbpptgypokw4thfyoe3ryenebr381z9iaegmfy',
  'starknet:SN_GOERLI:0x02dd1b492765c064eac4039e3841aa5f382773b598097a40073bd8b48170ab57',
  'chainstd:8c3444cf8970a9e41a706fab93e7a6c4:6d9b0b4b9994e8a6afbd3dc3ed983cd51c755afb27cd1dc7825ef59c134a39f7',
  'hedera:mainnet:0.0.1234567890-zbhlt',
]
const assets = [
  'eip155:1/slip44:60',
  'bip122:000000000019d6689c085ae165831e93/slip44:0',
  'cosmos:cosmoshub-3/slip44:118',
  'cosmos:Binance-Chain-Tigris/slip44:714',
  'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f',
  'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d',
]
const notText = [
  undefined,
  null,
  1,
  true,
  {},
  [],
  ['eip155:1'],
  new String('eip155:1'),
  Symbol('eip155:1'),
]

// fast-check's own `binary` says the same, and takes seconds to make.
const anyPoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

describe('isChainId', () => {
  it.each(chains)('default: %s', (id) => {
    expect(isChainId(id)).toBe(true)
  })

  it.each([
    '',
    ':',
    'eip155',
    'eip155:',
    ':1',
    'ab:1',
    'toolong12:1',
    'EIP155:1',
    'eip155:1 ',
    ' eip155:1',
    'eip155:1\n',
    'eip155:1:2',
    'eip155:1/2',
    'eip155:<b>',
    'eip155:١',
    'eıp155:1',
    'eip155:\u200b1',
    'eip155:%31',
    `eip155:${'1'.repeat(33)}`,
    `eip155:${'1'.repeat(1_000_000)}`,
  ])('parameters: refuses %j', (text) => {
    expect(isChainId(text)).toBe(false)
  })

  it('behavior: refuses what is no text', () => {
    for (const one of notText) {
      expect(isChainId(one)).toBe(false)
    }
  })

  it('behavior: takes a reference of 32 characters', () => {
    expect(isChainId(`eip155:${'1'.repeat(32)}`)).toBe(true)
  })
})

describe('isAccountId', () => {
  it.each(accounts)('default: %s', (id) => {
    expect(isAccountId(id)).toBe(true)
  })

  it.each([
    ...chains,
    ...assets,
    '::',
    'eip155:1:',
    'eip155::0xab',
    ':1:0xab',
    'eip155:1:0xab:cd',
    'eip155:1:0xab/',
    'eip155:1:0x ab',
    'eip155:1:0xab\n',
    'eip155:1:<img src=x>',
    `eip155:1:${'a'.repeat(129)}`,
  ])('parameters: refuses %j', (text) => {
    expect(isAccountId(text)).toBe(false)
  })

  it('behavior: refuses what is no text', () => {
    for (const one of notText) {
      expect(isAccountId(one)).toBe(false)
    }
  })
})

describe('isAssetId', () => {
  it.each(assets)('default: %s', (id) => {
    expect(isAssetId(id)).toBe(true)
  })

  it.each([
    ...chains,
    ...accounts,
    'eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769',
    'eip155:1/',
    '/slip44:60',
    'eip155:1//slip44:60',
    'eip155:1/slip44',
    'eip155:1/slip44:',
    'eip155:1/ERC20:0x00',
    'eip155:1/erc20:0x00\n',
    `eip155:1/erc20:${'a'.repeat(129)}`,
  ])('parameters: refuses %j', (text) => {
    expect(isAssetId(text)).toBe(false)
  })

  it('behavior: refuses what is no text', () => {
    for (const one of notText) {
      expect(isAssetId(one)).toBe(false)
    }
  })
})

describe('hasKnownNamespace', () => {
  it('default: the seven known here', () => {
    expect([...namespaces]).toEqual([
      'eip155',
      'solana',
      'polkadot',
      'bip122',
      'cosmos',
      'sui',
      'stacks',
    ])
    for (const namespace of namespaces) {
      expect(hasKnownNamespace(`${namespace}:1`)).toBe(true)
    }
    expect(hasKnownNamespace('hedera:mainnet:0.0.1')).toBe(false)
  })

  it('parameters: registered', () => {
    expect(hasKnownNamespace('hedera:mainnet:0.0.1', ['hedera'])).toBe(true)
    expect(hasKnownNamespace('tron:0x2b6653dc', ['hedera'])).toBe(false)
  })
})

describe('parts', () => {
  it('default', () => {
    const account = accounts[0] as AccountId
    expect(namespaceOf(account)).toBe('eip155')
    expect(chainOf(account)).toBe('eip155:1')
    expect(addressOf(account)).toBe('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
    expect(referenceOf('cosmos:Binance-Chain-Tigris')).toBe('Binance-Chain-Tigris')
    expect(chainOf('eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f')).toBe('eip155:1')
    expect(namespaceOf('eip155:1/slip44:60')).toBe('eip155')
  })

  it('behavior: what is put together comes apart again', () => {
    const part = (pattern: RegExp) => fc.stringMatching(pattern)
    fc.assert(
      fc.property(
        part(/^[-a-z0-9]{3,8}$/),
        part(/^[-_a-zA-Z0-9]{1,32}$/),
        part(/^[-.%a-zA-Z0-9]{1,128}$/),
        (namespace, reference, address) => {
          const id = accountId(`${namespace}:${reference}`, address)
          expect(isAccountId(id)).toBe(true)
          expect([namespaceOf(id), chainOf(id), addressOf(id)]).toEqual([
            namespace,
            `${namespace}:${reference}`,
            address,
          ])
          expect(referenceOf(chainOf(id))).toBe(reference)
        },
      ),
    )
  })

  it('behavior: no text at all makes a guard throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyPoint }), (text) => {
        for (const guard of [isChainId, isAccountId, isAssetId]) {
          expect(guard(text)).toBeTypeOf('boolean')
        }
      }),
    )
  })
})
