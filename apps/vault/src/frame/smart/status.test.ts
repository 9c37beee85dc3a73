import { expect, test } from 'vitest'
import type { SentCalls } from '../../store/record.ts'
import type { SmartNode } from './node.ts'
import { callsStatus } from './status.ts'

const hash = `0x${'cd'.repeat(32)}`
const transactionHash = `0x${'ab'.repeat(32)}`
const sentBefore = (milliseconds: number): SentCalls => ({
  id: 'pots',
  chain: 'eip155:31337',
  account: '0x',
  kind: 'operation',
  hashes: [hash],
  count: 1,
  isAtomic: true,
  at: Date.now() - milliseconds,
})
/** The status of an operation, and what the bundler was asked for it. */
async function statusOf(sent: SentCalls, answers: Readonly<Record<string, unknown>>) {
  const asked: unknown[] = []
  const bundler = async (method: string, params: unknown) => {
    asked.push([method, params])
    return answers[method]
  }
  const node = async () => {
    throw new Error('a node is not asked')
  }
  return { told: await callsStatus(sent, node, { bundler } as unknown as SmartNode), asked }
}
const unknown = { eth_getUserOperationReceipt: null }

test('callsStatus: behavior: an operation without a receipt is pending for three minutes', async () => {
  const { told, asked } = await statusOf(sentBefore(170_000), unknown)
  expect(told).toEqual({
    version: '2.0.0',
    id: 'pots',
    chainId: '0x7a69',
    status: 100,
    atomic: true,
  })
  expect(asked).toEqual([['eth_getUserOperationReceipt', [hash]]])
})

test.each([
  ['failed when the bundler has forgotten it', null, 400],
  ['pending while the bundler still has it', { userOperation: {} }, 100],
])('callsStatus: behavior: after that it is %s', async (_, found, status) => {
  const answers = { ...unknown, eth_getUserOperationByHash: found }
  const { told, asked } = await statusOf(sentBefore(181_000), answers)
  expect(told).toMatchObject({ status })
  expect(asked).toEqual([
    ['eth_getUserOperationReceipt', [hash]],
    ['eth_getUserOperationByHash', [hash]],
  ])
})

test.each([
  [true, 200, '0x1'],
  [false, 500, '0x0'],
])('callsStatus: behavior: by its receipt, whose success is %s', async (success, status, one) => {
  const places = { blockHash: hash, blockNumber: '0x1', gasUsed: '0x5208', transactionHash }
  const log = { address: '0x', data: '0x', topics: [] }
  const { told } = await statusOf(sentBefore(0), {
    eth_getUserOperationReceipt: {
      userOpHash: hash,
      success,
      logs: [log],
      // The transaction itself succeeds, and has logs of others.
      receipt: { ...places, status: '0x1', logs: [log, log] },
    },
  })
  expect(told).toMatchObject({ status, receipts: [{ ...places, status: one, logs: [log] }] })
})
