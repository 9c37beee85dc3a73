import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import type { Asked } from './reading.ts'
import { readSolana } from './solana.ts'

const ada: Address = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')
const bob: Address = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
const mint: Address = address('CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8')
const system: Address = address('11111111111111111111111111111111')
const tokens: Address = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const budget: Address = address('ComputeBudget111111111111111111111111111111')
const other: Address = address('GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq')
const role = { readonly: 0, writable: 1, signer: 3 } as const

type Instruction = Parameters<typeof appendTransactionMessageInstructions>[0][number]
const transactionOf = (
  instructions: readonly Instruction[],
  payer: Address = ada,
  version: 'legacy' | 0 = 0,
): string => {
  const lifetime = { blockhash: mint as never, lastValidBlockHeight: 1n }
  const message = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayer(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}
const bytes = (code: readonly number[], amount?: bigint, more: readonly number[] = []): Uint8Array => {
  const buffer = Buffer.alloc(8)
  if (amount !== undefined) buffer.writeBigUInt64LE(amount)
  return Uint8Array.from([...code, ...(amount === undefined ? [] : buffer), ...more])
}
const accounts = (...list: readonly string[]) =>
  list.map((one, i) => ({
    address: address(one),
    role: one === ada ? role.signer : i === 0 ? role.writable : role.readonly,
  }))
const instruction = (programAddress: Address, list: readonly string[], data: Uint8Array): Instruction => ({
  programAddress,
  accounts: accounts(...list),
  data,
})
const ask = (params: unknown, method = 'solana_signAndSendTransaction', account: string = ada): Asked => ({
  chain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  method,
  params,
  account,
  site: 'https://shop.example',
  now: 0,
})
const read = (instructions: readonly Instruction[], payer: Address = ada) =>
  readSolana(ask({ transaction: transactionOf(instructions, payer), pubkey: ada }))
const transfer = instruction(system, [ada, bob], bytes([2, 0, 0, 0], 1_500_000_000n))

describe('readSolana', () => {
  test('default: a transfer, legacy and of version 0, with its fee', () => {
    const expected = {
      kind: 'transaction',
      steps: [{ kind: 'send-coin', amount: 1_500_000_000n, from: ada, to: bob }],
      warnings: [],
      fee: 5_000n,
    }
    expect(read([transfer])).toEqual(expected)
    expect(readSolana(ask({ transaction: transactionOf([transfer], ada, 'legacy') }))).toEqual(expected)
  })

  test('behavior: tokens: sent, allowed, taken back, given away, destroyed', () => {
    const cases = [
      [[mint, bob], bytes([3], 5n), { kind: 'send-token', amount: 5n, from: mint, to: bob }],
      [
        [other, mint, bob],
        bytes([12], 5n, [6]),
        { kind: 'send-token', token: mint, amount: 5n, decimals: 6, from: other, to: bob },
      ],
      [[other, bob], bytes([4], (1n << 64n) - 1n), { kind: 'allow-token', amount: null, spender: bob }],
      [
        [other, mint, bob],
        bytes([13], 7n, [6]),
        { kind: 'allow-token', token: mint, amount: 7n, decimals: 6, spender: bob },
      ],
      [[other], bytes([5]), { kind: 'revoke-token' }],
      [[other], bytes([6, 2, 0]), { kind: 'give-away', what: 'owner', account: other, to: '' }],
      [[other, mint], bytes([8], 5n), { kind: 'burn', token: mint, amount: 5n }],
      [[other, bob], bytes([9]), { kind: 'close-account', account: other, to: bob }],
    ] as const
    for (const [list, data, step] of cases) {
      // A mint and an account differ only in their place.
      const reading = read([instruction(tokens, [...list, ada], data)])
      expect(reading).toMatchObject({ steps: [step] })
    }
  })

  test('behavior: the fee counts what the budget asks for; somebody else may pay it', () => {
    const units = Buffer.from([2, 0, 0, 0, 0])
    units.writeUInt32LE(1_000_000, 1)
    const priced = [instruction(budget, [], units), instruction(budget, [], bytes([3], 2_000_000n)), transfer]
    expect(read(priced)).toMatchObject({ fee: 2_005_000n, steps: [{ kind: 'send-coin' }] })
    expect(read([transfer], bob)).toMatchObject({ fee: 0n, warnings: ['other-payer'] })
  })

  test('behavior: a program that is not known, and data that is not to the letter, are said to be', () => {
    expect(read([instruction(other, [ada, bob], Uint8Array.of(1, 2))])).toMatchObject({
      steps: [{ kind: 'program', program: other, accounts: [ada, bob], data: '0x0102' }],
      warnings: ['unknown-call'],
    })
    expect(read([instruction(system, [ada, bob], bytes([2, 0, 0, 0], 1n, [0]))])).toMatchObject({
      warnings: ['unknown-call'],
    })
    expect(read([instruction(system, [ada], Uint8Array.from([1, 0, 0, 0, ...Array(32).fill(7)]))])).toMatchObject({
      steps: [{ kind: 'give-away', what: 'program', account: ada }],
      warnings: ['ownership'],
    })
  })

  test('behavior: several at once', () => {
    const two = { transactions: [transactionOf([transfer]), transactionOf([transfer])] }
    expect(readSolana(ask(two, 'solana_signAllTransactions'))).toMatchObject({
      steps: [{}, {}],
      fee: 10_000n,
      batch: 'one-by-one',
      isSentByPage: true,
    })
  })

  test('behavior: cut, longer, of others and of no account is unreadable', () => {
    const good = Buffer.from(transactionOf([transfer]), 'base64')
    for (const broken of [
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.of(0)]),
      Buffer.alloc(0),
      Buffer.alloc(1233),
    ])
      expect(readSolana(ask({ transaction: broken.toString('base64') }))).toMatchObject({
        kind: 'unreadable',
        reason: 'shape',
      })
    expect(readSolana(ask({ transaction: transactionOf([transfer]) }, undefined, bob))).toMatchObject({
      reason: 'account',
    })
    expect(readSolana(ask({ transaction: transactionOf([transfer]), pubkey: bob }))).toMatchObject({
      reason: 'account',
    })
    expect(readSolana(ask(null))).toMatchObject({ reason: 'shape' })
  })

  test('behavior: a transaction in the guise of a message is told', () => {
    const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transactionOf([transfer]), 'base64'))
    const message = getBase58Decoder().decode(messageBytes)
    expect(readSolana(ask({ message, pubkey: ada }, 'solana_signMessage'))).toMatchObject({
      kind: 'message',
      warnings: expect.arrayContaining(['transaction-as-message']),
    })
    const text = getBase58Decoder().decode(new TextEncoder().encode('Hello'))
    expect(readSolana(ask({ message: text, pubkey: ada }, 'solana_signMessage'))).toMatchObject({
      text: 'Hello',
      warnings: [],
    })
  })
})
