import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getOffchainMessageV0Encoder,
  getOffchainMessageV1Encoder,
  getTransactionDecoder,
  OffchainMessageContentFormat,
  offchainMessageApplicationDomain,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '../reading.ts'
import { readSolana } from './transaction.ts'
import { readWire } from './wire.ts'

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
  version: 'legacy' | 0 | 1 = 0,
  wishes?: Parameters<typeof setTransactionMessageConfig>[0],
): string => {
  const lifetime = { blockhash: mint as never, lastValidBlockHeight: 1n }
  const message = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayer(payer, one),
    (one) => (wishes ? setTransactionMessageConfig(wishes, one as never) : one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one as never),
    (one) => appendTransactionMessageInstructions(instructions, one as never),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}
const messageOf = (wire: string): Uint8Array =>
  Uint8Array.from(getTransactionDecoder().decode(Buffer.from(wire, 'base64')).messageBytes)
const readMessage = (bytes: Uint8Array) =>
  readSolana(ask({ message: getBase58Decoder().decode(bytes), pubkey: ada }, 'solana_signMessage'))
const bytes = (
  code: readonly number[],
  amount?: bigint,
  more: readonly number[] = [],
): Uint8Array => {
  const buffer = Buffer.alloc(8)
  if (amount !== undefined) buffer.writeBigUInt64LE(amount)
  return Uint8Array.from([...code, ...(amount === undefined ? [] : buffer), ...more])
}
const accounts = (...list: readonly string[]) =>
  list.map((one, i) => ({
    address: address(one),
    role: one === ada ? role.signer : i === 0 ? role.writable : role.readonly,
  }))
const instruction = (
  programAddress: Address,
  list: readonly string[],
  data: Uint8Array,
): Instruction => ({
  programAddress,
  accounts: accounts(...list),
  data,
})
const ask = (
  params: unknown,
  method = 'solana_signAndSendTransaction',
  account: string = ada,
): ApprovalRequest => ({
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
  test('default: a transfer, legacy and of version 0 and 1, with its fee', () => {
    const expected = {
      kind: 'transaction',
      steps: [{ kind: 'send-coin', amount: 1_500_000_000n, from: ada, to: bob }],
      warnings: [],
      fee: 5_000n,
    }
    expect(read([transfer])).toEqual(expected)
    expect(readSolana(ask({ transaction: transactionOf([transfer], ada, 'legacy') }))).toEqual(
      expected,
    )
    expect(readSolana(ask({ transaction: transactionOf([transfer], ada, 1) }))).toEqual(expected)
  })

  test('behavior: tokens: sent, allowed, taken back, given away, destroyed', () => {
    const cases = [
      [[mint, bob], bytes([3], 5n), { kind: 'send-token', amount: 5n, from: mint, to: bob }],
      [
        [other, mint, bob],
        bytes([12], 5n, [6]),
        { kind: 'send-token', token: mint, amount: 5n, decimals: 6, from: other, to: bob },
      ],
      [
        [other, bob],
        bytes([4], (1n << 64n) - 1n),
        { kind: 'allow-token', amount: null, spender: bob },
      ],
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
    const priced = [
      instruction(budget, [], units),
      instruction(budget, [], bytes([3], 2_000_000n)),
      transfer,
    ]
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
    // An allowance that is longer, shorter or without its spender.
    for (const [list, data] of [
      [[mint, bob, ada], bytes([4], 5n, [0])],
      [[mint, bob, ada], bytes([4, 5])],
      [[ada], bytes([4], 5n)],
    ] as const) {
      expect(read([instruction(tokens, list, data)])).toMatchObject({
        steps: [{ kind: 'program', program: tokens }],
        warnings: ['unknown-call'],
      })
    }
    expect(
      read([instruction(system, [ada], Uint8Array.from([1, 0, 0, 0, ...Array(32).fill(7)]))]),
    ).toMatchObject({
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
    ]) {
      expect(readSolana(ask({ transaction: broken.toString('base64') }))).toMatchObject({
        kind: 'unreadable',
        reason: 'shape',
      })
    }
    expect(
      readSolana(ask({ transaction: transactionOf([transfer]) }, undefined, bob)),
    ).toMatchObject({
      reason: 'account',
    })
    expect(readSolana(ask({ transaction: transactionOf([transfer]), pubkey: bob }))).toMatchObject({
      reason: 'account',
    })
    expect(readSolana(ask(null))).toMatchObject({ reason: 'shape' })
  })

  test('behavior: version 1 is read as its library reads it: accounts, data, signers, wishes, up to 4096 bytes', () => {
    const long = instruction(other, [ada, bob], new Uint8Array(3_000).fill(7))
    const wishes = {
      computeUnitLimit: 50_000,
      heapSize: 32_768,
      loadedAccountsDataSizeLimit: 100_000,
      priorityFeeLamports: 777n,
    }
    const names = Object.keys(wishes) as (keyof typeof wishes)[]
    for (const mask of Array.from({ length: 16 }, (_, i) => i)) {
      const some = Object.fromEntries(
        names.filter((_, i) => mask & (1 << i)).map((name) => [name, wishes[name]]),
      )
      const wire = transactionOf([transfer, long], bob, 1, some)
      const read = readWire(Uint8Array.from(Buffer.from(wire, 'base64')))
      const compiled = getCompiledTransactionMessageDecoder().decode(messageOf(wire))
      const said = decompileTransactionMessage(compiled) as unknown as {
        readonly feePayer: { readonly address: string }
        readonly instructions: readonly {
          programAddress: string
          accounts: { address: string }[]
          data: Uint8Array
        }[]
      }
      expect(read?.message).toEqual({
        payer: said.feePayer.address,
        signers: compiled.staticAccounts.slice(0, compiled.header.numSignerAccounts),
        lifetime: mint,
        instructions: said.instructions.map(({ programAddress, accounts, data }) => ({
          program: programAddress,
          accounts: accounts.map((one) => one.address),
          data: Uint8Array.from(data),
        })),
        hasTables: false,
        budget: {
          priority: some.priorityFeeLamports ?? 0n,
          ...(some.computeUnitLimit && { units: some.computeUnitLimit }),
        },
      })
      expect(read?.body).toEqual(messageOf(wire))
      expect(read?.signaturesAt).toBe(messageOf(wire).length)
    }
    expect(
      readSolana(ask({ transaction: transactionOf([transfer], ada, 1, wishes) })),
    ).toMatchObject({ fee: 5_777n })
    expect(readSolana(ask({ transaction: transactionOf([long], ada, 1) }))).toMatchObject({
      warnings: ['unknown-call'],
    })
  })

  test('behavior: version 1 with wishes that are not known, longer, shorter or of a later version is unreadable', () => {
    const good = Buffer.from(
      transactionOf([transfer], ada, 1, { priorityFeeLamports: 1n }),
      'base64',
    )
    const changed = (at: number, byte: number): Buffer =>
      Buffer.from(good.map((old, i) => (i === at ? byte : old)))
    for (const broken of [
      changed(0, 130),
      changed(1, 2),
      changed(1, 0),
      changed(4, 1),
      changed(4, 2),
      changed(4, 35),
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.of(0)]),
      Buffer.concat([good, Buffer.alloc(4_096)]),
    ]) {
      expect(
        readSolana(ask({ transaction: broken.toString('base64') })),
        broken.toString('hex'),
      ).toMatchObject({
        kind: 'unreadable',
        reason: 'shape',
      })
    }
  })

  test('behavior: of bytes only what can be no transaction is a message', () => {
    const wires = [
      transactionOf([transfer], ada, 'legacy'),
      transactionOf([transfer]),
      transactionOf([transfer], ada, 1),
      transactionOf([instruction(other, [ada], new Uint8Array(2_000))], ada, 1),
    ]
    const bodies = wires.map(messageOf)
    const later = bodies.map((body) => Uint8Array.from([130, ...body.slice(1)]))
    const cut = bodies.map((body) => body.slice(0, -1))
    const binary = [Uint8Array.of(1, 2, 200), Uint8Array.of(128), new Uint8Array(32).fill(255)]
    for (const bytes of [...bodies, ...later, ...cut, ...binary]) {
      expect(readMessage(bytes), Buffer.from(bytes).toString('hex')).toMatchObject({
        kind: 'unreadable',
        reason: 'message',
      })
    }
    for (const text of ['Hello', 'Grüße', '\u{1F600}']) {
      expect(readMessage(new TextEncoder().encode(text))).toMatchObject({
        kind: 'message',
        text,
        warnings: [],
      })
    }
  })

  test('behavior: an off-chain message is shown by its text, and is signed by those it names alone', () => {
    const content = 'Welcome' as never
    const requiredSignatories = [{ address: ada }] as never
    const applicationDomain = offchainMessageApplicationDomain(mint)
    const format = OffchainMessageContentFormat.RESTRICTED_ASCII_1232_BYTES_MAX
    const envelopes = [
      getOffchainMessageV0Encoder().encode({
        version: 0,
        applicationDomain,
        requiredSignatories,
        content: { format, text: content } as never,
      }),
      getOffchainMessageV1Encoder().encode({ version: 1, content, requiredSignatories }),
    ].map((bytes) => Uint8Array.from(bytes))
    for (const bytes of envelopes) {
      const whole = `0x${Buffer.from(bytes).toString('hex')}`
      expect(readMessage(bytes)).toEqual({
        kind: 'message',
        text: 'Welcome',
        bytes: whole,
        warnings: [],
      })
      const message = getBase58Decoder().decode(bytes)
      expect(readSolana(ask({ message }, 'solana_signMessage', bob))).toMatchObject({
        reason: 'account',
      })
      for (const broken of [
        bytes.slice(0, 40),
        bytes.slice(0, 17),
        Uint8Array.from([...bytes, 200]),
      ]) {
        expect(readMessage(broken)).toMatchObject({ kind: 'unreadable', reason: 'message' })
      }
    }
  })
})
