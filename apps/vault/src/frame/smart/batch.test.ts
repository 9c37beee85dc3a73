import { expect, test } from 'vitest'
import { completeOwnTransaction } from './batch.ts'

const owner = `0x${'Ab'.repeat(20)}`
const delegate = `0x${'cd'.repeat(20)}`
const answers: Readonly<Record<string, unknown>> = {
  eth_getTransactionCount: '0x5',
  eth_estimateGas: '0x186a0',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0xa' },
}
const complete = async (to: string | undefined) => {
  const estimates: unknown[] = []
  const [transaction] = await completeOwnTransaction(
    { chain: 'eip155:31337', owner, data: '0x12', delegate: to },
    async (method, params) => {
      if (method === 'eth_estimateGas') estimates.push(params)
      return answers[method]
    },
  )
  return { transaction, estimates }
}
const sender = owner.toLowerCase()
const call = { from: sender, to: sender, value: '0x0', data: '0x12' }

test('completeOwnTransaction: default: a fifth more than the estimate, and no authorisation', async () => {
  const { transaction, estimates } = await complete(undefined)
  expect(transaction).toMatchObject({ ...call, nonce: '0x5', chainId: '0x7a69' })
  expect(BigInt(transaction.gas)).toBe(120_000n)
  expect(transaction).not.toHaveProperty('authorizationList')
  expect(estimates).toEqual([[call]])
})

test('parameters: with a delegate, its authorisation and the gas of it', async () => {
  const { transaction, estimates } = await complete(delegate)
  // EIP-7702: PER_EMPTY_ACCOUNT_COST.
  expect(BigInt(transaction.gas)).toBe(120_000n + 25_000n)
  expect(transaction.authorizationList).toEqual([
    { address: delegate, chainId: '0x7a69', nonce: '0x6' },
  ])
  expect(estimates).toEqual([
    [call, 'latest', { [sender]: { code: `0xef0100${'cd'.repeat(20)}` } }],
  ])
})
