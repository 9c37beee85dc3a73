import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { safeAddress } from '../../../../test/safe-host.ts'
import { firstProposal, kitInSafe, passUntil } from '../../../../test/safe-stage.ts'
import { sendCalls } from '../../../actions/send-calls.ts'
import { sendTransaction } from '../../../actions/send-transaction.ts'
import { watchCalls } from '../../../actions/watch-calls.ts'
import { getSafeTransaction } from '../actions/get-safe-transaction.ts'
import { listSafeTransactions } from '../actions/list-safe-transactions.ts'
import { watchSafeTransaction } from '../actions/watch-safe-transaction.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chainHash = `0x${'c0'.repeat(32)}` as const
const account = `eip155:31337:${safeAddress}` as const

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('transactions of a Safe', () => {
  test('default: sending ends when it was executed, with the hash of the chain', async () => {
    const { kit, host } = await kitInSafe()
    const sent = sendTransaction(kit, { to: receiver, value: 5n, gas: 21_000n })
    const safeTxHash = await firstProposal(host)
    expect(host.messages.find(({ method }) => method === 'sendTransactions')?.params).toEqual({
      txs: [{ to: receiver, value: '5', data: '0x' }],
    })
    const steps: SafeTransaction[] = []
    const watched = watchSafeTransaction(kit, { safeTxHash, onChange: (one) => steps.push(one) })
    await passUntil(() => steps.length === 1)
    host.signTransaction(safeTxHash, 0)
    host.signTransaction(safeTxHash, 0)
    await passUntil(() => steps.length === 2)
    expect(await listSafeTransactions(kit)).toEqual([steps[1]])
    host.signTransaction(safeTxHash, 1)
    await passUntil(() => steps.length === 3)
    host.end(safeTxHash, 'SUCCESS', chainHash)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await sent).toEqual({ hash: chainHash, account })
    expect((await watched).hash).toBe(chainHash)
    expect(steps.map(({ status, signed, needed, hash }) => [status, signed, needed, hash])).toEqual(
      [
        ['awaiting-signatures', 0, 2, undefined],
        ['awaiting-signatures', 1, 2, undefined],
        ['awaiting-execution', 2, 2, undefined],
        ['executed', 2, 2, chainHash],
      ],
    )
  })

  test('behavior: a safeTxHash is never given as the hash of a transaction', async () => {
    const { kit, host } = await kitInSafe()
    const outcomes: unknown[] = []
    sendTransaction(kit, { to: receiver }).then(
      (sent) => outcomes.push(sent.hash),
      () => {},
    )
    const safeTxHash = await firstProposal(host)
    host.end(safeTxHash, 'SUCCESS', null)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(outcomes).toEqual([])
    const waiting = await getSafeTransaction(kit, { safeTxHash })
    expect(waiting).not.toHaveProperty('hash')
    expect(waiting.status).toBe('awaiting-execution')
    host.end(safeTxHash, 'SUCCESS', chainHash)
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitUntil(() => outcomes.length > 0)
    expect(outcomes).toEqual([chainHash])
  })

  test('behavior: a batch is one transaction, and is followed by its id', async () => {
    const { kit, host } = await kitInSafe()
    const calls = [
      { to: receiver, value: 1n },
      { to: receiver, data: '0x1234' },
    ]
    const { id } = await sendCalls(kit, { calls, atomicRequired: true })
    const watched = watchCalls(kit, { id })
    host.end(id, 'SUCCESS', chainHash)
    host.nodeAnswers.eth_getTransactionReceipt = {
      transactionHash: chainHash,
      blockNumber: '0x5',
      status: '0x1',
      gasUsed: '0x2',
      logs: [],
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(await watched).toMatchObject({
      status: 'confirmed',
      isAtomic: true,
      chain: 'eip155:31337',
      receipts: [{ hash: chainHash, isSuccess: true }],
    })
    host.end(id, 'FAILED', chainHash)
    expect(await watchCalls(kit, { id })).toMatchObject({
      status: 'reverted',
      receipts: [{ isSuccess: false }],
    })
    host.end(id, 'CANCELLED', null)
    expect((await watchCalls(kit, { id })).status).toBe('failed')
  })

  test('behavior: a Safe app that cannot tell for a while does not end the wait', async () => {
    const { kit, host } = await kitInSafe()
    const sent = sendTransaction(kit, { to: receiver })
    const safeTxHash = await firstProposal(host)
    host.behavior.isRejecting = true
    await vi.advanceTimersByTimeAsync(30_000)
    host.behavior.isRejecting = false
    host.end(safeTxHash, 'SUCCESS', chainHash)
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await sent).hash).toBe(chainHash)
  })

  test('error: cancelled by the owners, declined by the visitor, failed without a hash', async () => {
    const { kit, host } = await kitInSafe()
    const cancelled = sendTransaction(kit, { to: receiver }).catch((error) => error)
    host.end(await firstProposal(host), 'CANCELLED', null)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await cancelled).toMatchObject({ code: 'user-rejected' })
    const failed = sendTransaction(kit, { to: receiver }).catch((error) => error)
    await vi.waitUntil(() => host.proposed().length === 2)
    host.end(host.proposed()[1] ?? '', 'FAILED', null)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failed).toMatchObject({ code: 'execution-reverted' })
    host.behavior.isRejecting = true
    expect(await sendTransaction(kit, { to: receiver }).catch((error) => error)).toMatchObject({
      code: 'user-rejected',
    })
  })

  test('error: another wallet than a Safe knows no such transaction', async () => {
    const { kit } = await kitInSafe()
    await expect(getSafeTransaction(kit, { safeTxHash: '0x12' })).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
  })
})
