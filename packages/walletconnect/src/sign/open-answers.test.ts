import { afterEach, describe, expect, test, vi } from 'vitest'
import { openAnswers } from './open-answers.ts'

const topic = 'a'.repeat(64)

afterEach(() => void vi.useRealTimers())

describe('openAnswers', () => {
  test('default', async () => {
    const answers = openAnswers()
    const answer = answers.awaitAnswer({ topic, id: 1, expiresAt: Date.now() + 1000 })
    expect(answers.settleAnswer(topic, 1, { result: 'yes' })).toBe(true)
    expect(await answer).toEqual({ result: 'yes' })
    expect(answers.settleAnswer(topic, 1, { result: 'again' })).toBe(false)
  })

  test('behavior: an answer on another topic is none', async () => {
    const answers = openAnswers()
    const answer = answers.awaitAnswer({ topic, id: 1, expiresAt: Date.now() + 1000 })
    expect(answers.settleAnswer('b'.repeat(64), 1, { result: 'forged' })).toBe(false)
    answers.settleAnswer(topic, 1, { error: { code: 5000 } })
    await expect(answer).rejects.toEqual({ code: 5000 })
  })

  test('behavior: expires, also after more than a timer can hold', async () => {
    vi.useFakeTimers()
    const answers = openAnswers()
    const days = 30 * 86_400_000
    const answer = answers.awaitAnswer({ topic, id: 1, expiresAt: Date.now() + days })
    const outcome = vi.fn()
    answer.catch((error) => outcome(error.code))
    // A timer of thirty days would fire at once; the clock is set on for all but the last minute,
    // since each look at it is a timer.
    await vi.advanceTimersByTimeAsync(60_000)
    vi.setSystemTime(Date.now() + days - 120_000)
    await vi.advanceTimersByTimeAsync(60_000 - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith('request-expired')
    expect(answers.settleAnswer(topic, 1, { result: 1 })).toBe(false)
  })

  test('parameters: signal', async () => {
    const answers = openAnswers()
    const stop = new AbortController()
    const answer = answers.awaitAnswer({ topic, id: 1, expiresAt: Date.now() + 1000 }, stop.signal)
    stop.abort()
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    await expect(
      answers.awaitAnswer({ topic, id: 2, expiresAt: Date.now() + 1000 }, stop.signal),
    ).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(answers.settleAnswer(topic, 1, { result: 1 })).toBe(false)
  })

  test('behavior: closing ends all that wait', async () => {
    const answers = openAnswers()
    const answer = answers.awaitAnswer({ topic, id: 1, expiresAt: Date.now() + 1000 })
    answers.close()
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
  })
})
