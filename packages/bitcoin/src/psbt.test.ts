import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { p2pkh, p2sh, p2tr, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { initEccLib, networks, Psbt, payments, Transaction as Theirs } from 'bitcoinjs-lib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regtest } from './chains.ts'
import { toBase64 } from './encoding/bytes.ts'
import { buildPsbt } from './transaction/build-psbt.ts'
import { checkSigned, isAllowedSighash, type Sighash } from './transaction/check-signed.ts'
import { openPsbt, requestError } from './transaction/open-psbt.ts'
import { signInputsOf } from './transaction/sign-inputs.ts'

const network = { ...TEST_NETWORK, bech32: 'bcrt' }
const theirNetwork = networks.regtest
const secret = Uint8Array.from({ length: 32 }, () => 7)
const other = Uint8Array.from({ length: 32 }, () => 9)
const publicKey = secp256k1.getPublicKey(secret)
const kinds = {
  p2wpkh: p2wpkh(publicKey, network),
  p2sh: p2sh(p2wpkh(publicKey, network), network),
  p2tr: p2tr(publicKey.slice(1), undefined, network),
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]
const to = kinds.p2wpkh.address ?? ''

const planOf = (kind: Kind) => ({
  inputs: [
    { txid: 'a1'.repeat(32), vout: 2, value: 60_000n },
    { txid: 'b2'.repeat(32), vout: 0, value: 5000n },
  ],
  recipients: [{ address: kinds.p2tr.address ?? '', amount: 20_000n }],
  change: 44_000n,
  fee: 1000n,
  from: kinds[kind].address ?? '',
})
const build = (kind: Kind) => {
  const { from, ...plan } = planOf(kind)
  const key = Buffer.from(kind === 'p2tr' ? publicKey.slice(1) : publicKey).toString('hex')
  return buildPsbt(plan, { chain: regtest, from, publicKey: key })
}
const sign = (asked: Transaction, key = secret, sighash?: number) => {
  const copy = Transaction.fromPSBT(asked.toPSBT(), { disableScriptCheck: true })
  const allowed = sighash === undefined ? undefined : [sighash]
  for (let i = 0; i < copy.inputsLength; i++) {
    if (sighash !== undefined) copy.updateInput(i, { sighashType: sighash })
    copy.signIdx(key, i, allowed)
  }
  return copy
}
const answerOf = (transaction: Transaction) => toBase64(transaction.toPSBT())
const inputs = [0, 1]

// What the other encoder asks of a curve.
const big = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
initEccLib({
  isXOnlyPoint: (point) => {
    try {
      return Boolean(schnorr.utils.lift_x(big(point)))
    } catch {
      return false
    }
  },
  xOnlyPointAddTweak: (point, tweak) => {
    const sum = schnorr.utils.lift_x(big(point)).add(secp256k1.Point.BASE.multiply(big(tweak)))
    if (sum.is0()) return null
    return { parity: sum.y & 1n ? 1 : 0, xOnlyPubkey: sum.toBytes(true).slice(1) }
  },
})

describe('buildPsbt', () => {
  test.each(names)('default: another encoder reads the same in a PSBT of %s', (kind) => {
    const ours = build(kind)
    const theirs = Psbt.fromBuffer(Buffer.from(ours.toPSBT()), { network: theirNetwork })
    expect(
      theirs.txInputs.map(({ hash, index, sequence }) => [
        Buffer.from(hash).toString('hex'),
        index,
        sequence,
      ]),
    ).toEqual(
      planOf(kind).inputs.map(({ txid, vout }) => [
        Buffer.from(txid, 'hex').reverse().toString('hex'),
        vout,
        0xfffffffd,
      ]),
    )
    expect(theirs.txOutputs.map(({ address, value }) => [address, value])).toEqual([
      [kinds.p2tr.address, 20_000n],
      [kinds[kind].address, 44_000n],
    ])
    for (const [i, { witnessUtxo, redeemScript }] of theirs.data.inputs.entries()) {
      expect(witnessUtxo?.value).toBe(planOf(kind).inputs[i]?.value)
      expect(Buffer.from(witnessUtxo?.script ?? []).equals(kinds[kind].script)).toBe(true)
      if (kind === 'p2sh') {
        const nested = payments.p2sh({
          redeem: payments.p2wpkh({ pubkey: publicKey, network: theirNetwork }),
          network: theirNetwork,
        })
        expect(
          Buffer.from(redeemScript ?? []).equals(Buffer.from(nested.redeem?.output ?? [])),
        ).toBe(true)
      }
    }
  })

  test.each(['p2wpkh', 'p2sh'] as const)(
    'behavior: another signer signs %s, and it is believed',
    (kind) => {
      const asked = build(kind)
      const theirs = Psbt.fromBuffer(Buffer.from(asked.toPSBT()), { network: theirNetwork })
      theirs.signAllInputs({
        publicKey,
        sign: (hash) => secp256k1.sign(Uint8Array.from(hash), secret, { prehash: false }),
      })
      const signed = checkSigned(asked, theirs.toBase64(), { inputs })
      signed.finalize()
      theirs.finalizeAllInputs()
      const raw = theirs.extractTransaction(true)
      expect(checkSigned(asked, theirs.toBase64(), { inputs }).id).toBe(raw.getId())
      expect(Theirs.fromBuffer(Buffer.from(signed.extract())).getId()).toBe(raw.getId())
    },
  )

  test.each([undefined, Buffer.from(secp256k1.getPublicKey(other)).toString('hex'), 'zz', '00'])(
    'behavior: nested coins cannot be described by the key %s',
    (key) => {
      const { from, ...plan } = planOf('p2sh')
      expect(() => buildPsbt(plan, { chain: regtest, from, publicKey: key })).toThrow(
        expect.objectContaining({ code: 'feature-unsupported' }),
      )
    },
  )
})

describe('checkSigned', () => {
  test.each(names)('default: %s', (kind) => {
    const asked = build(kind)
    const signed = sign(asked)
    expect(checkSigned(asked, answerOf(signed), { inputs }).inputsLength).toBe(2)
    signed.finalize()
    expect(checkSigned(asked, answerOf(signed), { inputs }).isFinal).toBe(true)
  })

  const refused = (asked: Transaction, answer: string, allowed?: readonly Sighash[]) =>
    expect(() => checkSigned(asked, answer, { inputs, allowed })).toThrow(
      expect.objectContaining({ code: 'wallet-answer-invalid' }),
    )

  test.each(names)('behavior: %s: another transaction, another key, no signature', (kind) => {
    const asked = build(kind)
    const { from, ...plan } = planOf(kind)
    const key = Buffer.from(kind === 'p2tr' ? publicKey.slice(1) : publicKey).toString('hex')
    const more = { ...plan, recipients: [{ address: to, amount: 20_000n }] }
    refused(asked, answerOf(sign(buildPsbt(more, { chain: regtest, from, publicKey: key }))))
    refused(asked, answerOf(asked))
    const half = Transaction.fromPSBT(asked.toPSBT())
    half.signIdx(secret, 0)
    refused(asked, answerOf(half))
    expect(checkSigned(asked, answerOf(half), { inputs: [0] }).inputsLength).toBe(2)
  })

  test.each(names)('behavior: %s: one bit of a signature', (kind) => {
    const asked = build(kind)
    const signed = sign(asked)
    signed.finalize()
    const good = signed.getInput(0).finalScriptWitness?.[0] ?? new Uint8Array()
    const text = Buffer.from(signed.toPSBT()).toString('hex')
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: good.length - 2 }),
        fc.integer({ min: 0, max: 7 }),
        (at, bit) => {
          const bad = Uint8Array.from(good, (byte, i) => (i === at ? byte ^ (1 << bit) : byte))
          const spoilt = text.replace(
            Buffer.from(good).toString('hex'),
            Buffer.from(bad).toString('hex'),
          )
          refused(asked, Buffer.from(spoilt, 'hex').toString('base64'))
        },
      ),
      { numRuns: 20 },
    )
  })

  test.each(names)('behavior: %s: what a signature covers is what was allowed', (kind) => {
    const asked = build(kind)
    const cases: [number, readonly Sighash[]][] = [
      [SigHash.NONE, ['NONE']],
      [SigHash.SINGLE, ['SINGLE', 'ALL']],
      [SigHash.ALL_ANYONECANPAY, ['ALL', 'ANYONECANPAY']],
      [SigHash.SINGLE_ANYONECANPAY, ['SINGLE', 'ANYONECANPAY']],
    ]
    for (const [sighash, allowed] of cases) {
      const answer = answerOf(sign(asked, secret, sighash))
      refused(asked, answer)
      expect(checkSigned(asked, answer, { inputs, allowed }).inputsLength).toBe(2)
    }
  })

  test('behavior: a signature that covers little makes no other transaction of it', () => {
    const asked = build('p2wpkh')
    const changed = Transaction.fromPSBT(asked.toPSBT(), { disableScriptCheck: true })
    changed.updateOutput(0, { amount: 1n }, true)
    const signed = sign(changed, secret, SigHash.NONE)
    expect(checkSigned(changed, answerOf(signed), { inputs, allowed: ['NONE'] }).inputsLength).toBe(
      2,
    )
    refused(asked, answerOf(signed), ['NONE'])
  })

  test('behavior: the value it spends is ours, whatever the wallet writes there', () => {
    const asked = build('p2wpkh')
    const lying = Transaction.fromPSBT(asked.toPSBT())
    for (const index of inputs) {
      lying.updateInput(index, { witnessUtxo: { script: kinds.p2wpkh.script, amount: 1n } }, true)
    }
    refused(asked, answerOf(sign(lying)))
  })

  test('behavior: no answer whatever is believed or breaks', () => {
    const asked = build('p2wpkh')
    const good = Buffer.from(sign(asked).toPSBT())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.base64String(),
          fc
            .uint8Array({ maxLength: 300 })
            .map((bytes) => Buffer.concat([good.subarray(0, 5), bytes]).toString('base64')),
          fc
            .integer({ min: 0, max: good.length - 1 })
            .map((end) => good.subarray(0, end).toString('base64')),
        ),
        (answer) => {
          refused(asked, answer)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('isAllowedSighash', () => {
  test.each([
    [0, undefined, true],
    [1, undefined, true],
    [2, undefined, false],
    [3, undefined, false],
    [0x81, undefined, false],
    [0x81, ['ALL', 'ANYONECANPAY'], true],
    [0x81, ['ANYONECANPAY'], true],
    [0x82, ['ANYONECANPAY'], false],
    [0x83, ['SINGLE', 'ANYONECANPAY'], true],
    [0, ['NONE'], false],
    [0x41, ['ALL'], false],
    [0x04, ['ALL', 'NONE', 'SINGLE'], false],
    [0x80, ['ALL', 'ANYONECANPAY'], false],
    [255, ['ALL', 'NONE', 'SINGLE', 'ANYONECANPAY'], false],
  ] as const)('behavior: %i with %j: %s', (byte, allowed, is) => {
    expect(isAllowedSighash(byte, allowed)).toBe(is)
  })
})

describe('signInputsOf', () => {
  const address = kinds.p2wpkh.address ?? ''
  const legacy = p2pkh(publicKey, network)
  const mixed = () => {
    const transaction = new Transaction({ allowLegacyWitnessUtxo: true, disableScriptCheck: true })
    const add = (script: Uint8Array, i: number) =>
      transaction.addInput({
        txid: `${i}`.repeat(64),
        index: i,
        witnessUtxo: { script, amount: 5000n },
      })
    add(kinds.p2wpkh.script, 1)
    add(kinds.p2tr.script, 2)
    add(p2wpkh(secp256k1.getPublicKey(other), network).script, 3)
    transaction.addInput({ txid: '44'.repeat(32), index: 0 })
    add(legacy.script, 5)
    transaction.addOutputAddress(address, 9000n, network)
    return openPsbt(answerOf(transaction), requestError)
  }
  const ask = (
    wished?: Parameters<typeof signInputsOf>[1]['wished'],
    allowed?: readonly Sighash[],
  ) =>
    signInputsOf(mixed(), {
      chain: regtest,
      addresses: [address, kinds.p2tr.address ?? '', legacy.address ?? ''],
      wished,
      allowed,
    })

  test('default: all that are of the connected accounts', () => {
    expect(ask([0, 1])).toEqual([
      { index: 0, address },
      { index: 1, address: kinds.p2tr.address },
    ])
    expect(ask([1])).toEqual([{ index: 1, address: kinds.p2tr.address }])
  })

  test.each([
    [[9], 'rpc-invalid-params'],
    [[0.5], 'rpc-invalid-params'],
    [[0, 0], 'rpc-invalid-params'],
    [[3], 'rpc-invalid-params'],
    [[4], 'rpc-invalid-params'],
    [undefined, 'rpc-invalid-params'],
    [[2], 'account-missing'],
    [[{ index: 0, address: kinds.p2tr.address ?? '' }], 'rpc-invalid-params'],
    [[], 'account-missing'],
  ])('behavior: %j: %s', (wished, code) => {
    expect(() => ask(wished)).toThrow(expect.objectContaining({ code }))
  })

  test('behavior: what the PSBT asks for must be allowed', () => {
    const asked = build('p2wpkh')
    asked.updateInput(0, { sighashType: SigHash.SINGLE })
    const parameters = { chain: regtest, addresses: [address] } as const
    expect(signInputsOf(build('p2wpkh'), parameters)).toEqual(
      [0, 1].map((index) => ({ index, address })),
    )
    expect(() => signInputsOf(asked, parameters)).toThrow(
      expect.objectContaining({ code: 'rpc-invalid-params' }),
    )
    expect(signInputsOf(asked, { ...parameters, allowed: ['ALL', 'SINGLE'] })).toHaveLength(2)
  })
})

describe('openPsbt', () => {
  const keysOf = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      secp256k1.getPublicKey(Uint8Array.from({ length: 32 }, () => i + 1)),
    )
  /** A PSBT, by the other library, that spends an address of so many keys. */
  const psbtOf = (count: number, kind: 'p2sh' | 'p2wsh') => {
    const inner = payments.p2ms({ m: 1, pubkeys: keysOf(count), network: theirNetwork })
    const script = inner.output ?? expect.unreachable()
    // Beyond 15 keys a script is longer than P2SH allows: who writes one all the same does so by
    // hand.
    const hash = new Uint8Array(kind === 'p2sh' ? 20 : 32)
    const output = Uint8Array.from(kind === 'p2sh' ? [0xa9, 20, ...hash, 0x87] : [0, 32, ...hash])
    const psbt = new Psbt({ network: theirNetwork })
    psbt.addInput({
      hash: 'a1'.repeat(32),
      index: 0,
      witnessUtxo: { script: output, value: 60_000n },
      ...(kind === 'p2sh' ? { redeemScript: script } : { witnessScript: script }),
    })
    return psbt.toBase64()
  }

  test.each(['p2sh', 'p2wsh'] as const)(
    'behavior: an address of several keys has 15 at most: %s',
    (kind) => {
      expect(openPsbt(psbtOf(15, kind), requestError).inputsLength).toBe(1)
      expect(() => openPsbt(psbtOf(16, kind), requestError)).toThrow(
        expect.objectContaining({
          code: 'rpc-invalid-params',
          message: expect.stringContaining('can only contain up to 15 public keys'),
        }),
      )
    },
  )
})
