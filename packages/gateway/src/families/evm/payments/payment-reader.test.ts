import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { fakeNodes } from '../../../test/fake-nodes.ts'
import { topics } from '../index-chain/decode-log.ts'
import { paymentReader } from './payment-reader.ts'

const chain = 'eip155:31337'
const word = (text: string): Hex => `0x${text.padStart(64, '0')}`
const [payer, merchant, token] = ['aa', 'bb', 'cc'].map((pair) => `0x${pair.repeat(20)}`) as [
  Hex,
  Hex,
  Hex,
]
const [hash, blockHash] = [word('1234'), word('abcd')]
const { signal } = new AbortController()

const transfer = {
  address: token,
  topics: [topics.transfer, word(payer.slice(2)), word(merchant.slice(2))],
  data: word('64'),
  transactionHash: hash,
  blockHash,
  blockNumber: '0x5',
  transactionIndex: '0x0',
  logIndex: '0x7',
}
const transaction = {
  hash,
  blockHash,
  blockNumber: '0x5',
  transactionIndex: '0x0',
  from: payer,
  to: token,
  nonce: '0x0',
  value: '0x0',
  input: '0x12',
  gasPrice: '0x1',
}
const receipt = {
  transactionHash: hash,
  blockHash,
  blockNumber: '0x5',
  transactionIndex: '0x0',
  status: '0x1',
  gasUsed: '0x1',
  contractAddress: null,
  logs: [transfer],
}
const header = {
  number: '0x5',
  hash: blockHash,
  parentHash: word('1'),
  timestamp: '0x10',
  logsBloom: `0x${'0'.repeat(512)}`,
}

interface Chain {
  readonly transaction?: object | null
  readonly receipt?: object | null
  readonly header?: object | null
  readonly newest?: string
}

const readerOf = (told: Chain) =>
  paymentReader(
    fakeNodes((method) => ({
      value: {
        eth_getTransactionByHash: told.transaction === undefined ? transaction : told.transaction,
        eth_getTransactionReceipt: told.receipt === undefined ? receipt : told.receipt,
        eth_getBlockByNumber: told.header === undefined ? header : told.header,
        eth_blockNumber: told.newest ?? '0x5',
        eth_getLogs: [transfer],
      }[method],
    })).nodes,
    chain,
  )
const arrivalsOf = async (logs: readonly object[]) =>
  (
    await readerOf({
      receipt: {
        ...receipt,
        logs: logs.map((log, at) => ({
          ...transfer,
          logIndex: `0x${(7 + at).toString(16)}`,
          ...log,
        })),
      },
    }).readTransaction(hash, signal)
  )?.arrivals

describe('readTransaction', () => {
  test('default: what arrived, where and from whom', async () => {
    expect(await readerOf({}).readTransaction(hash, signal)).toEqual({
      hash,
      block: 5,
      blockHash,
      minedAt: 16_000,
      input: '0x12',
      arrivals: [{ token, receiver: merchant, amount: 100n, payer }],
    })
  })

  test('behavior: transfers of one token are added up, the coin stands for itself', async () => {
    expect(await arrivalsOf([{}, { data: word('1') }])).toEqual([
      { token, receiver: merchant, amount: 101n, payer },
    ])
    const paying = { ...transaction, to: merchant, value: '0x9' }
    const read = await readerOf({
      transaction: paying,
      receipt: { ...receipt, logs: [] },
    }).readTransaction(hash, signal)
    expect(read?.arrivals).toEqual([{ token: null, receiver: merchant, amount: 9n, payer }])
  })

  test.each([
    ['a collectible', { topics: [...transfer.topics, word('5')], data: '0x' }],
    ['another event', { topics: [word('5'), ...transfer.topics.slice(1)] }],
    [
      'an address with dirt above it',
      { topics: [topics.transfer, transfer.topics[1], `0x${'1'.repeat(64)}`] },
    ],
    ['too much data', { data: `${word('64')}00` }],
    ['two words of data', { data: `${word('64')}${'0'.repeat(64)}` }],
    ['no data', { data: '0x' }],
    ['an amount of zero', { data: word('0') }],
    [
      'a transfer to oneself',
      { topics: [topics.transfer, transfer.topics[2], transfer.topics[2]] },
    ],
  ])('behavior: %s is no payment', async (_, log) => {
    expect(await arrivalsOf([log])).toEqual([])
  })

  test('behavior: a transaction that failed pays nothing, whatever its value', async () => {
    const failed = { ...receipt, status: '0x0', logs: [] }
    const paying = { ...transaction, to: merchant, value: '0x9' }
    const read = await readerOf({ transaction: paying, receipt: failed }).readTransaction(
      hash,
      signal,
    )
    expect(read?.arrivals).toEqual([])
  })

  test.each([
    ['it is unknown', { transaction: null }],
    ['it has no receipt', { receipt: null }],
    ['it waits', { transaction: { ...transaction, blockHash: null } }],
    ['its receipt has no block yet', { receipt: { ...receipt, blockNumber: null } }],
    ['its block was replaced', { header: { ...header, hash: word('9') } }],
    ['its block is not there', { header: null }],
  ])('behavior: is undefined while %s', async (_, told) => {
    expect(await readerOf(told).readTransaction(hash, signal)).toBeUndefined()
  })

  test.each([
    ['a receipt of another transaction', { receipt: { ...receipt, transactionHash: word('9') } }],
    ['another transaction', { transaction: { ...transaction, hash: word('9') } }],
    [
      'a log of another transaction',
      { receipt: { ...receipt, logs: [{ ...transfer, transactionHash: word('9') }] } },
    ],
    ['a log that was removed', { receipt: { ...receipt, logs: [{ ...transfer, removed: true }] } }],
    ['logs of a failure', { receipt: { ...receipt, status: '0x0' } }],
    ['a status that is none', { receipt: { ...receipt, status: '0x2' } }],
    ['an amount that is text', { transaction: { ...transaction, value: '9' } }],
    ['another block than was asked for', { header: { ...header, number: '0x6' } }],
  ])('error: does not believe %s', async (_, told) => {
    await expect(readerOf(told).readTransaction(hash, signal)).rejects.toMatchObject({
      code: 'server-error',
    })
  })
})

describe('findTokenPayments', () => {
  const wanted = { tokens: [token], receivers: [merchant] }

  test('default: the transactions of the logs, each once', async () => {
    expect(await readerOf({}).findTokenPayments({ from: 1, to: 5 }, wanted, signal)).toEqual([hash])
  })

  test('error: a node that does not have the blocks yet is not believed', async () => {
    const lagging = readerOf({ newest: '0x4' })
    await expect(
      lagging.findTokenPayments({ from: 1, to: 5 }, wanted, signal),
    ).rejects.toMatchObject({ code: 'server-error' })
  })
})
