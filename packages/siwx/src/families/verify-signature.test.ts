import { secp256k1 } from '@noble/curves/secp256k1'
import { base58, base64, hex } from '@scure/base'
import { p2ms, p2pkh, p2wsh, WIF } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basicVectors, fullVectors } from '../../test/bip322-vectors.ts'
import { signByKeys } from '../../test/sign-by-keys.ts'
import {
  type BitcoinKind,
  bitcoinKinds,
  bitcoinMainnet,
  bitcoinWallet,
  evmWallet,
  families,
  familyWallets,
  solanaWallet,
  stacksWallet,
  type TestWallet,
} from '../../test/wallets.ts'
import { verifySignature } from './verify-signature.ts'

const verify = (account: string, message: string, signature: string) =>
  verifySignature({ account: account as TestWallet['account'], message, signature }, {})
const bitcoin = (address: string, message: string, signature: string) =>
  verify(`${bitcoinMainnet}:${address}`, message, signature)

describe('verifySignature', () => {
  test.each(families)('default: what a wallet of %s signed', async (family) => {
    const wallet = familyWallets[family]()
    const other = familyWallets[family]()
    const signature = await wallet.sign('Hello, 世界')
    expect(await verify(wallet.account, 'Hello, 世界', signature)).toBe(true)
    expect(await verify(wallet.account, 'Hello, 世界!', signature)).toBe(false)
    expect(await verify(other.account, 'Hello, 世界', signature)).toBe(false)
  })

  test.each(families)('behavior: no other signature of %s, whatever is sent', async (family) => {
    const wallet = familyWallets[family]()
    const good = await wallet.sign('text')
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc.base64String({ maxLength: 200 }),
          fc.stringMatching(/^(0x)?[0-9a-f]{0,140}$/),
          fc.nat(good.length - 1).map((at) => `${good.slice(0, at)}${good.slice(at + 1)}`),
          fc.nat(good.length).map((at) => good.slice(0, at)),
        ),
        async (signature) => {
          fc.pre(signature !== good && signature !== good.replace(/^0x/, ''))
          expect(await verify(wallet.account, 'text', signature)).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('behavior: a family that is not known proves nothing', async () => {
    expect(await verify('cosmos:cosmoshub-3:cosmos1abc', 'text', '0x00')).toBe(false)
  })
})

describe('verifySignature on solana', () => {
  test('behavior: an address of small order, for which anyone can sign anything', async () => {
    // With the point of order 1 as key and as R, and with s = 0, the equation R = s·B − h·A holds
    // for every text.
    const identity = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))
    const signature = base58.encode(Uint8Array.of(...identity, ...new Uint8Array(32)))
    const { account } = solanaWallet()
    const chain = account.slice(0, account.lastIndexOf(':'))
    expect(await verify(`${chain}:${base58.encode(identity)}`, 'any text', signature)).toBe(false)
    expect(await verify(`${chain}:${'1'.repeat(32)}`, 'any text', signature)).toBe(false)
  })

  test.each([
    [
      '',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      'r',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
  ])('parameters: the vector %j of RFC 8032', async (message, key, signature) => {
    const account = `solana:localnet:${base58.encode(hex.decode(key))}`
    const text = base58.encode(hex.decode(signature))
    expect(await verify(account, message, text)).toBe(true)
    expect(await verify(account, `${message}.`, text)).toBe(false)
  })
})

describe('verifySignature on bip122', () => {
  test.each(bitcoinKinds)('default: %s as bip322-js signs it, and as it judges', async (kind) => {
    const wallet = bitcoinWallet(kind)
    const address = wallet.account.slice(bitcoinMainnet.length + 1)
    const signature = await wallet.sign('Hello World')
    expect(await bitcoin(address, 'Hello World', signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'Hello World', signature)).toBe(true)
    for (const other of bitcoinKinds.filter((one) => one !== kind)) {
      const { account } = bitcoinWallet(other)
      expect(await verify(account, 'Hello World', signature)).toBe(false)
    }
  })

  test.each(basicVectors)(
    'parameters: the simple vector "$message" of the BIP, $address',
    async ({ message, address, signature }) => {
      expect(await bitcoin(address, message, signature)).toBe(true)
      expect(await bitcoin(address, message, signature.replace(/^smp/, ''))).toBe(true)
      expect(await bitcoin(address, message, signature.replace(/^(smp)?/, 'ful'))).toBe(false)
      expect(await bitcoin(address, `${message} `, signature)).toBe(false)
    },
  )

  test.each(fullVectors)(
    'parameters: the full vector $message of the BIP, $type',
    async ({ message, address, signature }) => {
      expect(await bitcoin(address, message, signature)).toBe(true)
      expect(await bitcoin(address, message, `ful${signature}`)).toBe(true)
      expect(await bitcoin(address, message, `smp${signature}`)).toBe(false)
      expect(await bitcoin(address, `${message} `, signature)).toBe(false)
      // A signature is refused when any byte of it is changed.
      const bytes = base64.decode(signature)
      for (let at = 0; at < bytes.length; at += 7) {
        const changed = bytes.with(at, (bytes[at] ?? 0) ^ 1)
        expect(await bitcoin(address, message, base64.encode(changed))).toBe(false)
      }
    },
  )

  test.each([
    ['no base64', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'not-valid-base64!!!'],
    ['nothing', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', ''],
    ['an empty witness', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'smpAA=='],
    ['an unknown prefix', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'fooAA=='],
  ])('behavior: the BIP’s faulty vector, %s', async (_, address, signature) => {
    expect(await bitcoin(address, '', signature)).toBe(false)
  })

  test('behavior: the format before it: a long key proves its own address and no other', async () => {
    const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const wallet = bitcoinWallet('p2pkh', key)
    const short = base64.decode(await wallet.sign('Hello World'))
    const long = base64.encode(short.with(0, (short[0] ?? 0) - 4))
    const address = wallet.account.slice(bitcoinMainnet.length + 1)
    expect(await bitcoin(address, 'Hello World', long)).toBe(false)
    const longAddress = p2pkh(secp256k1.getPublicKey(key, false)).address ?? ''
    expect(await bitcoin(longAddress, 'Hello World', long)).toBe(true)
    expect(await bitcoin(longAddress, 'Hello World', base64.encode(short))).toBe(false)
  })

  test('behavior: some of several keys, each once and in their order', async () => {
    const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
    const payment = p2wsh(
      p2ms(
        2,
        keys.map((key) => secp256k1.getPublicKey(key, true)),
      ),
    )
    const sign = (signers: readonly number[]) => signByKeys(payment, keys, signers, 'Hello World')
    const proves = (signers: readonly number[]) =>
      bitcoin(payment.address ?? '', 'Hello World', sign(signers))
    expect([await proves([0, 1]), await proves([0, 2]), await proves([1, 2])]).toEqual([
      true,
      true,
      true,
    ])
    for (const signers of [[0], [1, 0], [0, 0], [0, 1, 2], []]) {
      expect(await proves(signers)).toBe(false)
    }
    expect(await bitcoin(payment.address ?? '', 'Hello World!', sign([0, 1]))).toBe(false)
  })

  test('behavior: a Taproot address is not proved by a signature of before', async () => {
    const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const signature = await bitcoinWallet('p2pkh', key).sign('Hello World')
    expect(await verify(bitcoinWallet('p2tr', key).account, 'Hello World', signature)).toBe(false)
  })

  test('behavior: one key proves its addresses of both kinds of witness by the old format', async () => {
    const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const signature = await bitcoinWallet('p2pkh', key).sign('Hello World')
    const proved = (kind: BitcoinKind) =>
      verify(bitcoinWallet(kind, key).account, 'Hello World', signature)
    expect([await proved('p2wpkh'), await proved('p2sh')]).toEqual([true, true])
  })
})

describe('verifySignature on stacks', () => {
  test('behavior: a signature names no network: that is for the text to say', async () => {
    const key = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601'
    const [main, test] = [stacksWallet('mainnet', key), stacksWallet('testnet', key)]
    const signature = await main.sign('text')
    expect(await verify(main.account, 'text', signature)).toBe(true)
    expect(await verify(test.account, 'text', signature)).toBe(true)
    expect(await verify(main.account, 'text', `0x${signature}`)).toBe(true)
  })
})

describe('verifySignature on eip155', () => {
  test('behavior: a key needs no node, and a contract without a node proves nothing', async () => {
    const wallet = evmWallet('10')
    const signature = await wallet.sign('text')
    expect(await verify(wallet.account, 'text', signature)).toBe(true)
    expect(
      await verify('eip155:10:0x0000000000000000000000000000000000000001', 'text', signature),
    ).toBe(false)
    // For an invalid signature, ecrecover answers the zero address, which belongs to nobody.
    const nobody = 'eip155:1:0x0000000000000000000000000000000000000000'
    expect(await verify(nobody, 'text', `0x${'00'.repeat(64)}1b`)).toBe(false)
  })
})
