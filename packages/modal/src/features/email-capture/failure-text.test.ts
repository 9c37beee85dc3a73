import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { errorWords } from '../../words/en/errors.ts'
import { failureText } from './failure-text.ts'

describe('failureText', () => {
  test('default: in the words of what happened, where they tell the visitor what to do', () => {
    expect(failureText(new LatchkeyError('gateway-unreachable'), errorWords, 'no')).toBe(
      errorWords['gateway-unreachable'],
    )
    expect(failureText(new LatchkeyError('code-limit'), errorWords, 'no')).toBe(
      errorWords['code-limit'],
    )
  })
  test.each([
    new LatchkeyError('server-error'),
    new LatchkeyError('gateway-refused'),
    new Error('x'),
    undefined,
  ])('behavior: anything else: %s', (error) =>
    expect(failureText(error, errorWords, 'no')).toBe('no'),
  )
  test('behavior: until the words have come', () =>
    expect(failureText(new LatchkeyError('code-limit'), undefined, 'no')).toBe('no'))
})
