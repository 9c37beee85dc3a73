import { hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressesOfKeys } from './addresses.ts'
import { deriveEd } from './derive-ed.ts'
import { deriveSecp } from './derive-secp.ts'
import { publicKeysOfMaster } from './public-keys.ts'
import { joinShares, shareLength, splitSeed } from './split-seed.ts'
import { wipeSecrets } from './wipe-secrets.ts'
import { deriveMasterSeed, toMnemonic } from './words.ts'

const zeros = new Uint8Array(32)
const art = `${'abandon '.repeat(23)}art`

describe('wordsOf', () => {
  test('default: the vectors of BIP-39 for 32 bytes', () => {
    expect(toMnemonic(zeros)).toBe(art)
    const vote =
      'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis'
    expect(
      toMnemonic(hex.decode('68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c')),
    ).toBe(`${vote} maple dilemma loan word shrug inflict delay length`)
  })
})

describe('masterOf', () => {
  test('default: the seed Ian Coleman’s tool and BIP-39 implementations give without a passphrase', async () => {
    expect(hex.encode(await deriveMasterSeed(zeros))).toBe(
      '408b285c123836004f4b8842c89324c1f01382450c0d439af345ba7fc49acf705489c6fc77dbd4e3dc1dd8cc6bc9f043db8ada1e243c4a0eafb290d399480840',
    )
  })
})

describe('deriveSecp', () => {
  test('default: vector 1 of BIP-32', () => {
    const seed = hex.decode('000102030405060708090a0b0c0d0e0f')
    expect(hex.encode(deriveSecp(seed, "m/0'/1/2'/2/1000000000"))).toBe(
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
    )
  })
})

describe('deriveEd', () => {
  test('default: vector 1 of SLIP-10 for ed25519', () => {
    const seed = hex.decode('000102030405060708090a0b0c0d0e0f')
    expect(hex.encode(deriveEd(seed, "m/0'/1'/2'/2'/1000000000'"))).toBe(
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    )
  })

  test('behavior: an unhardened step is refused', () => {
    expect(() => deriveEd(zeros, 'm/44/501')).toThrow()
  })
})

describe('addressesOf', () => {
  test('default: what other wallets give for twelve words, BIP-84’s vector among them', async () => {
    const { eip155, solana, bip122 } = addressesOfKeys(
      publicKeysOfMaster(await deriveMasterSeed(new Uint8Array(16))),
    )
    expect([eip155, solana, bip122.bc]).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ])
    // Coin type 1: keys of their own, one for all test networks.
    expect(bip122.tb).toBe('tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl')
    expect(bip122.bcrt.slice(5, -6)).toBe(bip122.tb.slice(3, -6))
  })
})

describe('splitSeed', () => {
  test('default: any two of three make the seed, one of them nothing', async () => {
    const seed = crypto.getRandomValues(new Uint8Array(32))
    const { device, signIn, recovery } = await splitSeed(seed)
    for (const [one, other] of [
      [device, signIn],
      [signIn, recovery],
      [recovery, device],
    ] as const) {
      expect(one).toHaveLength(shareLength)
      expect(await joinShares(one, other)).toEqual(seed)
    }
  })

  test('behavior: shares of two splits of one seed make something else', async () => {
    const seed = crypto.getRandomValues(new Uint8Array(32))
    const [first, second] = [await splitSeed(seed), await splitSeed(seed)]
    const garbage = await joinShares(first.device, second.signIn).catch(() => zeros)
    expect(garbage).not.toEqual(seed)
  })

  test('behavior: any flipped byte of a share makes another seed', async () => {
    const seed = crypto.getRandomValues(new Uint8Array(32))
    const { device, signIn } = await splitSeed(seed)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(shareLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const bent = signIn.map((byte, i) => (i === at ? byte ^ flip : byte))
          expect(await joinShares(device, bent).catch(() => zeros)).not.toEqual(seed)
        },
      ),
      { numRuns: 50 },
    )
  })

  test.each([0, 32, 34])('behavior: a share of %i bytes is refused', async (length) => {
    const { device } = await splitSeed(zeros)
    const joined = joinShares(device, new Uint8Array(length))
    await expect(joined).rejects.toMatchObject({ code: 'wallet-unopenable' })
    const both = joinShares(new Uint8Array(length).fill(1), new Uint8Array(length).fill(2))
    await expect(both).rejects.toMatchObject({ code: 'wallet-unopenable' })
    await expect(joinShares(device, device)).rejects.toMatchObject({ code: 'wallet-unopenable' })
  })
})

describe('wipeSecrets', () => {
  test('default', () => {
    const secret = Uint8Array.of(1, 2, 3)
    wipeSecrets(secret, undefined)
    expect(secret).toEqual(new Uint8Array(3))
  })
})
