import { describe, expect, test } from 'vitest'
import { runWithTimeLimit } from './run-with-time-limit.ts'

const never = () => new Promise<never>(() => undefined)
const late = () => new Error('late')

describe('runWithin', () => {
  test('default', async () => {
    expect(await runWithTimeLimit(1_000, undefined, async () => 7, late)).toBe(7)
    await expect(
      runWithTimeLimit(1_000, undefined, () => Promise.reject(new Error('own')), late),
    ).rejects.toThrow('own')
  })

  test('behavior: gives up on what does not listen, and tells what does', async () => {
    const seen: AbortSignal[] = []
    const run = (signal: AbortSignal) => {
      seen.push(signal)
      return never()
    }
    await expect(runWithTimeLimit(10, undefined, run, late)).rejects.toThrow('late')
    expect(seen[0]?.aborted).toBe(true)
  })

  test('behavior: the signal of the caller goes through', async () => {
    const caller = new AbortController()
    const run = (signal: AbortSignal) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('gone'))),
      )
    const outcome = expect(runWithTimeLimit(5_000, caller.signal, run, late)).rejects.toThrow(
      'gone',
    )
    caller.abort()
    await outcome
  })
})
