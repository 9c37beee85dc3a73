import { describe, expect, test } from 'vitest'
import { wireFailure } from './wire-failure.ts'

describe('wireFailure', () => {
  test.each([
    [3001, 'request-unauthorized'],
    [3005, 'request-unauthorized'],
    [5000, 'user-rejected'],
    [5003, 'user-rejected'],
    [5100, 'proposal-unsupported'],
    [5104, 'proposal-unsupported'],
    [6000, 'session-ended'],
    [7000, 'session-settlement-failed'],
    [8000, 'request-expired'],
  ])('default: %i is %s', (code, name) => {
    const cause = { code, message: 'x'.repeat(1000) }
    const error = wireFailure(cause)
    expect(error).toMatchObject({
      code: name,
      context: { sourceCode: code, reason: 'x'.repeat(200) },
      cause,
    })
  })

  test('behavior: what the protocol does not name stays as it came', () => {
    for (const error of [
      {},
      { code: 4001 },
      { code: 5004 },
      { code: '5000' },
      null,
      undefined,
      'no',
      new Error('x'),
    ]) {
      expect(wireFailure(error)).toBe(error)
    }
  })
})
