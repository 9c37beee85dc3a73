import type { ChainId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { coinOfChain, familyOfAddress, familyOfChain } from './families.ts'

const bitcoin: ChainId = 'bip122:000000000019d6689c085ae165831e93'
const signet: ChainId = 'bip122:00000008819873e925422c1ff0f99f7c'
const regtest: ChainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const solana: ChainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('families', () => {
  // Published examples: BIP-173, BIP-350, BIP-341, the first block, SIP-005's boot address, wrapped
  // SOL.
  test.each<readonly [string, readonly ChainId[]]>([
    ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', ['eip155:1']],
    ['0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266', ['eip155:1']],
    ['So11111111111111111111111111111111111111112', [solana]],
    ['11111111111111111111111111111111', [solana]],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', [bitcoin]],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', [bitcoin]],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', [bitcoin]],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', [bitcoin]],
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', [bitcoin]],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', [signet, regtest]],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', [signet]],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', [regtest]],
    ['SP000000000000000000002Q6VF78', ['stacks:1']],
    ['SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4', ['stacks:1']],
    ['ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', ['stacks:2147483648', 'stacks:2155905152']],
    ['ST000000000000000000002AMW42H', ['stacks:2147483648', 'stacks:2155905152']],
  ])('parameters: %s is of one family, on these chains only', (address, own) => {
    const all: ChainId[] = ['eip155:1', solana, bitcoin, signet, regtest]
    all.push('stacks:1', 'stacks:2147483648', 'stacks:2155905152')
    expect(all.filter((chain) => familyOfChain(chain)?.isAddress(address, chain))).toEqual(own)
    expect(familyOfAddress(address)).toBe(familyOfChain(own[0] as ChainId))
  })

  test.each([
    '',
    '0x',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226',
    `0x${'g'.repeat(40)}`,
    'ada.eth',
    '../x',
    '1'.repeat(31),
    // One letter changed, another checksum, a version without one, mixed case, padding, a program
    // of 41 bytes.
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a',
    '1111111111111111111114oLvT3',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1gmk9yu',
    'bc1rw5uspcuh',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'SP000000000000000000002Q6VF79',
    'sp000000000000000000002q6vf78',
    'SX000000000000000000002Q6VF78',
    'SP2J6ZY48',
    'ST000000000000000000002AMW42H.latch',
    'So1111111111111111111111111111111111111111',
    `${'1'.repeat(31)}0`,
    'x'.repeat(500),
  ])('parameters: %s is no address', (address) => expect(familyOfAddress(address)).toBeUndefined())

  test('behavior: one spelling for one address', () => {
    expect(familyOfChain('eip155:1')?.normal('0xAB')).toBe('0xab')
    expect(familyOfChain(bitcoin)?.normal('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatch(
      /^bc1qw508/,
    )
    expect(familyOfChain(bitcoin)?.normal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    )
    expect(familyOfChain(solana)?.normal('So11111111111111111111111111111111111111112')).toMatch(
      /^So1/,
    )
  })

  test('behavior: coins by their own number', () => {
    const chains: ChainId[] = ['eip155:1', 'solana:abc', bitcoin, 'stacks:1', 'near:mainnet']
    expect(chains.map((chain) => coinOfChain(chain).split('/')[1])).toEqual([
      'slip44:60',
      'slip44:501',
      'slip44:0',
      'slip44:5757',
      'slip44:60',
    ])
  })

  test('behavior: tokens by their family’s spelling', () => {
    const mint = 'So11111111111111111111111111111111111111112'
    expect(familyOfChain(solana)?.tokenOf(solana, mint)).toBe(`${solana}/token:${mint}`)
    expect(familyOfChain('eip155:1')?.tokenOf('eip155:1', `0x${'A'.repeat(40)}`)).toBe(
      `eip155:1/erc20:0x${'a'.repeat(40)}`,
    )
    expect(familyOfChain(bitcoin)?.tokenOf(bitcoin, 'x')).toBeUndefined()
    const own = familyOfChain('stacks:1')
    const contract = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'
    const id = `stacks:1/sip010:${contract}.sbtc%5Fx`
    expect(own?.tokenOf('stacks:1', `${contract}%3A%3Asbtc%5Fx`)).toBe(id)
    expect(own?.tokenOf('stacks:1', `${contract}.sbtc%5Fx`)).toBe(id)
    for (const text of [
      contract,
      `${contract}%3A%3A`,
      `${contract}%3A%3Aa%2`,
      `${contract}%3A%3Aa%2Fb%3A`,
      '%',
      '',
    ]) {
      expect(own?.tokenOf('stacks:1', text)).toBeUndefined()
    }
  })
})
