import { describe, expect, test } from 'vitest'
import { parseMessage } from './parse-message.ts'

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

describe('parseMessage', () => {
  test('default', () => {
    expect(parseMessage('{"id":1,"params":[{"a":null}]}')).toEqual({ id: 1, params: [{ a: null }] })
  })

  test('parameters: depth', () => {
    expect(() => parseMessage(nested(100))).not.toThrow()
    for (const text of [nested(101), nested(100_000), '{"a":'.repeat(200_000)]) {
      expect(() => parseMessage(text)).toThrow(
        expect.objectContaining({ code: 'envelope-invalid' }),
      )
    }
  })

  test('behavior: what is no JSON is not quoted', () => {
    expect(() => parseMessage('{"secret')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    )
  })
})
