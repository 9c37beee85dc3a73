import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '../reading.ts'
import { readAuthorization, readBatch, readTransaction } from './transaction.ts'

const account = '0x00000000000000000000000000000000000000Ad'
const bob = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000aa'
const ask = (params: unknown, method = 'eth_sendTransaction'): ApprovalRequest => ({
  chain: 'eip155:31337',
  method,
  params,
  account,
  site: 'https://shop.example',
  now: 0,
})
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5n] })

describe('readTransaction', () => {
  test('default: a payment and the most it costs', () => {
    const tx = {
      from: account,
      to: bob,
      value: '0xde0b6b3a7640000',
      gas: '0x5208',
      maxFeePerGas: numberToHex(10n ** 9n),
    }
    expect(readTransaction(ask([tx]))).toEqual({
      kind: 'transaction',
      steps: [{ kind: 'send-coin', amount: 10n ** 18n, to: bob }],
      warnings: [],
      fee: 21_000_000_000_000n,
    })
  })

  test('behavior: a payment of nothing is shown', () => {
    expect(readTransaction(ask([{ to: bob }]))).toMatchObject({
      steps: [{ kind: 'send-coin', amount: 0n, to: bob }],
    })
  })

  test('behavior: coins that go along with a call are both shown', () => {
    const read = readTransaction(ask([{ to: token, value: '0x1', data: transfer }]))
    expect(read).toMatchObject({
      steps: [
        { kind: 'send-coin', amount: 1n, to: token },
        { kind: 'send-token', amount: 5n, to: bob },
      ],
    })
  })

  test('behavior: another account, another chain, data said twice and quantities that are none', () => {
    expect(readTransaction(ask([{ from: bob, to: bob }]))).toMatchObject({
      kind: 'unreadable',
      reason: 'account',
    })
    expect(readTransaction(ask([{ to: bob, chainId: '0x1' }]))).toMatchObject({
      warnings: ['chain-mismatch'],
    })
    const broken = [
      { to: bob, data: '0x', input: transfer },
      { to: bob, value: 1 },
      { to: bob, value: '0x' },
      { to: bob, value: '-0x1' },
      { to: 'bob' },
      { to: bob, data: '0x1' },
      { to: bob, gas: `0x${'f'.repeat(20)}` },
      {},
      null,
      [],
      { to: bob, authorizationList: [{}] },
      { to: bob, authorizationList: 'all' },
    ]
    for (const tx of broken) {
      expect(readTransaction(ask([tx]))).toMatchObject({ kind: 'unreadable', reason: 'shape' })
    }
  })

  test('behavior: making a contract is said to be unknown', () => {
    expect(readTransaction(ask([{ data: '0x6000' }]))).toMatchObject({
      steps: [{ kind: 'deploy', data: '0x6000' }],
      warnings: ['unknown-call'],
    })
  })

  test('behavior: power over the account is told first', () => {
    const read = readTransaction(
      ask([{ to: account, authorizationList: [{ address: token, chainId: '0x0', nonce: '0x1' }] }]),
    )
    expect(read).toMatchObject({
      steps: [{ kind: 'delegate', to: token, chain: 0n, isCleared: false }],
      warnings: ['delegation', 'every-chain'],
    })
    // Whatever moves along with it is shown behind it.
    const authorizationList = [{ address: token, chainId: '0x1', nonce: '0x1' }]
    expect(
      readTransaction(ask([{ to: token, value: '0x3', data: transfer, authorizationList }])),
    ).toMatchObject({
      steps: [
        { kind: 'delegate' },
        { kind: 'send-coin', amount: 3n },
        { kind: 'send-token', amount: 5n },
      ],
    })
    expect(
      readTransaction(ask([{ to: token, data: '0x12345678', authorizationList }])),
    ).toMatchObject({ steps: [{ kind: 'delegate' }, { kind: 'call', to: token }] })
  })
})

describe('readBatch', () => {
  test('default: every call, in order', () => {
    const calls = [
      { to: bob, value: '0x2' },
      { to: token, data: transfer },
    ]
    const read = readBatch(
      ask([{ version: '2.0.0', chainId: '0x7a69', from: account, calls, atomicRequired: true }]),
    )
    expect(read).toMatchObject({
      steps: [
        { kind: 'send-coin', amount: 2n },
        { kind: 'send-token', amount: 5n },
      ],
      warnings: [],
      batch: 'all-or-nothing',
    })
  })

  test('behavior: one that cannot be read makes the whole unreadable', () => {
    expect(readBatch(ask([{ calls: [{ to: bob }, { to: 1 }] }]))).toMatchObject({
      kind: 'unreadable',
    })
    expect(readBatch(ask([{ calls: [] }]))).toMatchObject({ kind: 'unreadable' })
    expect(readBatch(ask([{ calls: Array(65).fill({ to: bob }) }]))).toMatchObject({
      kind: 'unreadable',
    })
  })

  test('behavior: calls that may happen in part say so', () => {
    const calls = [{ to: bob }, { to: bob }]
    expect(readBatch(ask([{ chainId: '0x1', calls }]))).toMatchObject({
      warnings: ['chain-mismatch', 'not-atomic'],
    })
  })
})

describe('readAuthorization', () => {
  test('default', () => {
    expect(readAuthorization(ask([{ contractAddress: token, chainId: 31337 }]))).toMatchObject({
      steps: [{ kind: 'delegate', to: token, chain: 31337n }],
      warnings: ['delegation'],
    })
    const none = { address: `0x${'0'.repeat(40)}`, chainId: 31337 }
    expect(readAuthorization(ask([none]))).toMatchObject({
      steps: [{ isCleared: true }],
      warnings: [],
    })
  })
})
