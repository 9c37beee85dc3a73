import { networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import { readBitcoin } from './bitcoin.ts'
import type { ApprovalRequest } from './reading.ts'

const network = networks.regtest
const p2wpkh = (byte: number) => payments.p2wpkh({ hash: new Uint8Array(20).fill(byte), network })
const [ada, bob] = [p2wpkh(1), p2wpkh(2)]
const account = ada.address as string
const ask = (params: unknown, method = 'signPsbt'): ApprovalRequest => ({
  chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  method,
  params,
  account,
  site: 'https://shop.example',
  now: 0,
})
const psbtOf = (change: (psbt: Psbt) => void = () => {}, sighashType?: number): string => {
  const psbt = new Psbt({ network })
  const witnessUtxo = { script: ada.output as Uint8Array, value: 100_000n }
  psbt.addInput({
    hash: '11'.repeat(32),
    index: 0,
    witnessUtxo,
    ...(sighashType !== undefined && { sighashType }),
  })
  psbt.addOutput({ address: bob.address as string, value: 60_000n })
  psbt.addOutput({ address: account, value: 39_000n })
  change(psbt)
  return psbt.toBase64()
}
const signInputs = [{ index: 0, address: account, sighashTypes: [1] }]

describe('readBitcoin', () => {
  test('default: who gets what, what comes back, and the fee', () => {
    expect(readBitcoin(ask({ account, psbt: psbtOf(), signInputs }))).toEqual({
      kind: 'bitcoin',
      inputs: [{ index: 0, amount: 100_000n, isSigned: true }],
      outputs: [
        { to: bob.address, amount: 60_000n, isOwn: false },
        { to: account, amount: 39_000n, isOwn: true },
      ],
      fee: 1_000n,
      isSentByPage: true,
      warnings: [],
    })
  })

  test('behavior: an input that hides its amount makes the fee unknown', () => {
    const psbt = psbtOf((one) => one.addInput({ hash: '22'.repeat(32), index: 1 }))
    expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject({
      fee: null,
      inputs: [{ isSigned: true }, { amount: null, isSigned: false }],
      warnings: ['fee-unknown'],
    })
  })

  test('behavior: an input is read only when the two sources of what it spends agree', () => {
    const previous = new Transaction()
    previous.addInput(new Uint8Array(32), 0)
    previous.addOutput(ada.output as Uint8Array, 50_000n)
    const [own, foreign] = [ada.output, bob.output] as [Uint8Array, Uint8Array]
    const bothRead = { fee: 51_000n, inputs: [{ amount: 100_000n }, { amount: 50_000n }] }
    for (const [witnessUtxo, reading] of [
      [{ script: own, value: 50_000n }, bothRead],
      [
        { script: own, value: 50_001n },
        { kind: 'unreadable', reason: 'shape' },
      ],
      [
        { script: foreign, value: 50_000n },
        { kind: 'unreadable', reason: 'shape' },
      ],
    ] as const) {
      const psbt = psbtOf((one) =>
        one.addInput({
          hash: previous.getId(),
          index: 0,
          nonWitnessUtxo: previous.toBuffer(),
          witnessUtxo,
        }),
      )
      expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject(reading)
    }
  })

  test('behavior: 512 inputs and 512 outputs are shown, more are unreadable', () => {
    const inputs = (count: number) =>
      psbtOf((one) => {
        for (let index = 1; index < count; index++) one.addInput({ hash: '22'.repeat(32), index })
      })
    const outputs = (count: number) =>
      psbtOf((one) => {
        for (let i = 2; i < count; i++) one.addOutput({ address: account, value: 1n })
      })
    for (const psbt of [inputs(512), outputs(512)]) {
      expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject({ kind: 'bitcoin' })
    }
    for (const psbt of [inputs(513), outputs(513)]) {
      expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject({ kind: 'unreadable' })
    }
  })

  test('behavior: a signature that leaves something open is told', () => {
    for (const params of [
      { account, psbt: psbtOf(undefined, 0x83), signInputs },
      { account, psbt: psbtOf(), signInputs: [{ index: 0, sighashTypes: [2] }] },
    ]) {
      expect(readBitcoin(ask(params))).toMatchObject({ warnings: ['open-signature'] })
    }
  })

  test('behavior: an output that is no address is shown as its script', () => {
    const psbt = psbtOf((one) => one.addOutput({ script: Uint8Array.of(0x6a, 2, 1, 2), value: 0n }))
    expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject({
      outputs: [{}, {}, { to: 'script 6a020102', amount: 0n, isOwn: false }],
    })
  })

  test('behavior: more out than in, no PSBT, foreign inputs and another account are unreadable', () => {
    const poor = psbtOf((one) => one.addOutput({ address: account, value: 100_000n }))
    for (const psbt of [poor, 'AAAA', '', 5, `${psbtOf()}!`]) {
      expect(readBitcoin(ask({ account, psbt, signInputs }))).toMatchObject({
        kind: 'unreadable',
        reason: 'shape',
      })
    }
    for (const inputs of [
      [{ index: 1 }],
      [{ index: -1 }],
      [{ index: 0.5 }],
      [{ index: '0' }],
      'all',
      [{ index: 0, sighashTypes: ['1'] }],
    ]) {
      expect(readBitcoin(ask({ account, psbt: psbtOf(), signInputs: inputs }))).toMatchObject({
        reason: 'shape',
      })
    }
    expect(readBitcoin(ask({ account: bob.address, psbt: psbtOf(), signInputs }))).toMatchObject({
      reason: 'account',
    })
  })

  test('behavior: a payment and a message', () => {
    const pay = { account, recipientAddress: bob.address, amount: '5000' }
    expect(readBitcoin(ask(pay, 'sendTransfer'))).toMatchObject({
      steps: [{ kind: 'send-coin', amount: 5_000n, to: bob.address }],
    })
    for (const more of [
      { recipientAddress: 'bc1qqqq' },
      { amount: '-1' },
      { amount: 5 },
      { amount: '1'.repeat(20) },
    ]) {
      expect(readBitcoin(ask({ ...pay, ...more }, 'sendTransfer'))).toMatchObject({
        kind: 'unreadable',
      })
    }
    expect(readBitcoin(ask({ account, message: 'Hi' }, 'signMessage'))).toMatchObject({
      kind: 'message',
      text: 'Hi',
    })
  })
})
