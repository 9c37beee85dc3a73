import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SmartNode } from './node.ts'
import { waitForOperation } from './send.ts'

const hash = `0x${'cd'.repeat(32)}`
const transaction = `0x${'ab'.repeat(32)}`

/** A bundler that answers so many milliseconds after the first question. */
function bundler(answer: (elapsedMs: number) => unknown): { at: SmartNode; asked: () => number } {
  const start = Date.now()
  const ask = vi.fn(async () => answer(Date.now() - start))
  return { at: { bundler: ask } as unknown as SmartNode, asked: () => ask.mock.calls.length }
}
const receipt = { userOpHash: hash, success: true, receipt: { transactionHash: transaction } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('waitForOperation', () => {
  test('default: until it is on the chain', async () => {
    const { at } = bundler((elapsedMs) => (elapsedMs < 60_000 ? null : receipt))
    const waiting = waitForOperation(at, hash)
    await vi.advanceTimersByTimeAsync(65_000)
    expect(await waiting).toMatchObject({ isSuccess: true, transaction })
  })

  test.each([
    ['says nothing of it', () => null],
    [
      'cannot be asked',
      () => {
        throw new LatchkeyError('read-unavailable')
      },
    ],
  ])('behavior: dropped, by its hash, when the bundler %s for two minutes', async (_, answer) => {
    const { at, asked } = bundler(answer)
    const outcome = waitForOperation(at, hash).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(119_000)
    const before = asked()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toMatchObject({ code: 'operation-dropped', context: { reason: hash } })
    // It is looked for to the end, and then no more.
    expect(before).toBeGreaterThan(50)
    const last = asked()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(last)
  })

  test('behavior: a receipt of another operation is no receipt', async () => {
    const { at } = bundler(() => ({ ...receipt, userOpHash: transaction }))
    await expect(waitForOperation(at, hash)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })
})
