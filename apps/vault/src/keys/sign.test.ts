import { createHash, createPublicKey, verify as verifyByNode } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, base64, hex } from '@scure/base'
import { Transaction as JsTransaction, networks, Psbt, payments } from 'bitcoinjs-lib'
import {
  Transaction as EthersTransaction,
  SigningKey,
  verifyMessage,
  verifyTypedData,
} from 'ethers'
import { describe, expect, test } from 'vitest'
import { addressesOfKeys } from './addresses.ts'
import { derivationPaths } from './derivation-paths.ts'
import { deriveEd } from './derive-ed.ts'
import { deriveSecp } from './derive-secp.ts'
import { publicKeysOfMaster } from './public-keys.ts'
import { signBitcoin } from './sign-bitcoin.ts'
import { signEvm } from './sign-evm.ts'
import { signSolana } from './sign-solana.ts'
import { deriveMasterSeed } from './words.ts'

const master = await deriveMasterSeed(new Uint8Array(32).fill(7))
const publics = publicKeysOfMaster(master)
const addresses = addressesOfKeys(publics)
const evmKey = () => deriveSecp(master, derivationPaths.eip155)
const text = (value: string) => new TextEncoder().encode(value)
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as const

describe('signEvm', () => {
  test('default: a message, as ethers judges', () => {
    for (const message of ['Hello', '', 'ümlaut 🔑', 'x'.repeat(5000)]) {
      expect(
        verifyMessage(
          message,
          signEvm({ kind: 'message', message: text(message) }, evmKey(), publics.eip155),
        ),
      ).toBe(addresses.eip155)
    }
  })

  test('behavior: typed data, as ethers judges', () => {
    const typed = {
      domain: { name: 'Shop', version: '1', chainId: 31337, verifyingContract: to },
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallets', type: 'address[]' },
        ],
        Order: [
          { name: 'buyer', type: 'Person' },
          { name: 'amount', type: 'uint256' },
          { name: 'note', type: 'bytes' },
        ],
      },
      primaryType: 'Order',
      message: { buyer: { name: 'Ada', wallets: [to] }, amount: 5n, note: '0x1234' },
    } as const
    const signature = signEvm({ kind: 'typed', typed }, evmKey(), publics.eip155)
    const { Person, Order } = typed.types
    expect(
      verifyTypedData(
        typed.domain,
        { Person: [...Person], Order: [...Order] },
        typed.message,
        signature,
      ),
    ).toBe(addresses.eip155)
  })

  const shared = { to, value: 5n, gas: 21000n, nonce: 3, chainId: 31337 } as const
  const authorization = {
    address: to,
    chainId: 31337,
    nonce: 4,
    yParity: 1,
    ...({ r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}` } as const),
  }
  test.each([
    ['legacy', { ...shared, type: 'legacy', gasPrice: 7n }],
    [
      'eip2930',
      { ...shared, type: 'eip2930', gasPrice: 7n, accessList: [{ address: to, storageKeys: [] }] },
    ],
    [
      'eip1559',
      { ...shared, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, data: '0x1234' },
    ],
    [
      'eip7702',
      {
        ...shared,
        type: 'eip7702',
        maxFeePerGas: 9n,
        maxPriorityFeePerGas: 1n,
        authorizationList: [authorization],
      },
    ],
  ] as const)('behavior: a transaction of %s, as ethers judges', (_, transaction) => {
    const read = EthersTransaction.from(
      signEvm({ kind: 'transaction', transaction }, evmKey(), publics.eip155),
    )
    expect([read.from, read.to, read.value, read.nonce, read.chainId, read.gasLimit]).toEqual([
      addresses.eip155,
      to,
      5n,
      3,
      31337n,
      21000n,
    ])
  })

  test('behavior: what another key signs does not leave', () => {
    const other = deriveSecp(master, derivationPaths.bip122)
    expect(() =>
      signEvm({ kind: 'message', message: text('Hello') }, other, publics.eip155),
    ).toThrow(
      expect.objectContaining({
        code: 'wallet-unopenable',
        context: expect.objectContaining({ reason: 'the signature does not verify' }),
      }),
    )
  })
})

describe('signSolana', () => {
  test('default: as node:crypto judges', () => {
    const signature = signSolana(
      text('Hello'),
      deriveEd(master, derivationPaths.solana),
      publics.solana,
    )
    const x = Buffer.from(base58.decode(publics.solana)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verifyByNode(null, text('Hello'), key, signature)).toBe(true)
  })

  test('behavior: what another key signs does not leave', () => {
    expect(() => signSolana(text('Hello'), evmKey(), publics.solana)).toThrow('wallet-unopenable')
  })
})

describe('signBitcoin', () => {
  const key = () => deriveSecp(master, derivationPaths.bip122Test)
  const pubkey = hex.decode(publics.bip122Test)
  const network = networks.regtest
  const own = payments.p2wpkh({ pubkey, network })
  const other = payments.p2wpkh({ pubkey: hex.decode(publics.bip122), network })
  const isSigned = (by: Uint8Array, digest: Uint8Array, signature: Uint8Array) =>
    secp256k1.verify(signature, digest, by, { prehash: false })

  function psbt(sighashType?: number): Psbt {
    const made = new Psbt({ network })
    for (const [i, { output = new Uint8Array() }] of [own, other].entries()) {
      made.addInput({
        hash: '11'.repeat(32),
        index: i,
        witnessUtxo: { script: output, value: 5000n },
        ...(sighashType && { sighashType }),
      })
    }
    return made.addOutput({ address: other.address ?? '', value: 9000n })
  }
  const compactOf = (witness: Uint8Array) =>
    secp256k1.Signature.fromBytes(witness.slice(2, 1 + (witness[1] ?? 0)), 'der').toBytes('compact')
  /** What BIP-322 has signed, built by bitcoinjs-lib. */
  function digestOf(message: string, pubkey: Uint8Array): Uint8Array {
    const { output = new Uint8Array() } = payments.p2wpkh({ pubkey })
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const tag = sha(text('BIP0322-signed-message'))
    const proof = sha(Buffer.concat([tag, tag, text(message)]))
    const toSpend = new JsTransaction()
    toSpend.version = 0
    toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0, 32, ...proof))
    toSpend.addOutput(output, 0n)
    const toSign = new JsTransaction()
    toSign.version = 0
    toSign.addInput(toSpend.getHash(), 0, 0)
    toSign.addOutput(Uint8Array.of(0x6a), 0n)
    const { output: code = new Uint8Array() } = payments.p2pkh({ pubkey })
    return toSign.hashForWitnessV0(0, code, 0n, 1)
  }
  const bytes = (made: Psbt) => made.toBuffer()

  test('default: the account is what bitcoinjs-lib derives, and so is the signature', () => {
    expect(own.address).toBe(addresses.bip122.bcrt)
    const payload = { kind: 'psbt', psbt: bytes(psbt()), inputs: [0] } as const
    const signed = Psbt.fromBuffer(signBitcoin(payload, key(), publics.bip122Test), { network })
    expect(signed.validateSignaturesOfInput(0, isSigned)).toBe(true)
    expect(signed.data.inputs[1]?.partialSig).toBeUndefined()
  })

  test('behavior: an input that is not of the account, or with another sighash, is refused', () => {
    const sign = (made: Psbt, input: number) => () =>
      signBitcoin({ kind: 'psbt', psbt: bytes(made), inputs: [input] }, key(), publics.bip122Test)
    expect(sign(psbt(), 1)).toThrow('rpc-invalid-params')
    expect(sign(psbt(), 2)).toThrow()
    expect(sign(psbt(JsTransaction.SIGHASH_NONE), 0)).toThrow('rpc-invalid-params')
    const unknown = new Psbt({ network }).addInput({ hash: '11'.repeat(32), index: 0 })
    expect(sign(unknown, 0)).toThrow('rpc-invalid-params')
  })

  test('behavior: a message by BIP-137, whose key ethers recovers', () => {
    const message = text('Hello')
    const signature = signBitcoin(
      { kind: 'message', message, protocol: 'ecdsa' },
      key(),
      publics.bip122Test,
    )
    expect(signature).toHaveLength(65)
    const recovery = (signature[0] ?? 0) - 39
    expect([0, 1]).toContain(recovery)
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const signed = Buffer.from('\x18Bitcoin Signed Message:\n\x05Hello', 'latin1')
    const [r, s] = [signature.slice(1, 33), signature.slice(33)].map((part) => hex.encode(part))
    const point = SigningKey.recoverPublicKey(sha(sha(signed)), {
      r: `0x${r}`,
      s: `0x${s}`,
      v: recovery === 0 ? 27 : 28,
    })
    expect(SigningKey.computePublicKey(point, true)).toBe(`0x${publics.bip122Test}`)
  })

  test('behavior: BIP-322 gives the published signature of its vector', () => {
    // BIP-322, test vectors: L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k,
    // bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l
    const wif = base58.decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const vectorKey = wif.slice(1, 33)
    const vectorPublic = hex.encode(secp256k1.getPublicKey(vectorKey, true))
    const signed = signBitcoin(
      { kind: 'message', message: text('Hello World'), protocol: 'bip322' },
      vectorKey,
      vectorPublic,
    )
    const published = base64.decode(
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    )
    // Its nonce is the signer's own; both must hold for the digest that bitcoinjs-lib computes.
    for (const witness of [published, signed]) {
      expect(
        isSigned(
          hex.decode(vectorPublic),
          digestOf('Hello World', hex.decode(vectorPublic)),
          compactOf(witness),
        ),
      ).toBe(true)
    }
    expect(
      isSigned(
        hex.decode(vectorPublic),
        digestOf('Hello', hex.decode(vectorPublic)),
        compactOf(signed),
      ),
    ).toBe(false)
  })

  test('behavior: what another key signs does not leave', () => {
    const message = text('Hello')
    for (const protocol of ['ecdsa', 'bip322'] as const) {
      expect(() =>
        signBitcoin({ kind: 'message', message, protocol }, evmKey(), publics.bip122Test),
      ).toThrow()
    }
  })
})
