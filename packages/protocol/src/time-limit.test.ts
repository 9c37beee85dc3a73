import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { timeLimit } from './time-limit.ts'

/** Collects what nothing refers to any more, as Node does by itself under load. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

describe('timeLimit', () => {
  test('default: aborts when the time is over, with the reason of a time limit', async () => {
    const signal = timeLimit(20)
    expect(signal.aborted).toBe(false)
    await expect.poll(() => signal.aborted).toBe(true)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('behavior: aborts although garbage was collected and only a listener waits for it', async () => {
    const asked = new AbortController()
    const ended = Array.from({ length: 20 }, (_, index) => {
      const signal = timeLimit(50, asked.signal)
      return new Promise<number>((resolve) =>
        signal.addEventListener('abort', () => resolve(index)),
      )
    })
    // A promise that is not awaited yet is no reference to the signal its listener hangs on.
    await new Promise((resolve) => setTimeout(resolve, 5))
    collectGarbage()
    expect(await Promise.all(ended)).toHaveLength(20)
  })

  test('parameters: signals: follows the first one that aborts, with its reason', () => {
    const first = new AbortController()
    const second = new AbortController()
    const signal = timeLimit(60_000, first.signal, undefined, second.signal)
    second.abort('the caller has gone')
    expect(signal.reason).toBe('the caller has gone')
    first.abort('too late')
    expect(signal.reason).toBe('the caller has gone')
  })

  test('behavior: a signal that has aborted before is followed at once', () => {
    expect(timeLimit(60_000, AbortSignal.abort('gone')).reason).toBe('gone')
  })
})
