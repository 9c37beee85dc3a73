import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { describeError, formatErrorReason } from './describe-error.ts'

describe('describeError', () => {
  test('default', () => {
    const cause = Object.assign(new TypeError('0xabc at https://node.example/key'), {
      code: '57014',
    })
    const described = describeError(new Error('params: 0xabc', { cause }))
    expect(described).toMatchObject({ name: 'Error', cause: { name: 'TypeError', code: '57014' } })
    expect(described.at?.[0]).toContain('describe-error.test.ts')
    expect(JSON.stringify(described)).not.toMatch(/0xabc|node\.example/)
  })

  test('behavior: takes anything, and goes down only so far', () => {
    expect(describeError('secret')).toEqual({ name: 'string' })
    expect(describeError(undefined)).toEqual({ name: 'undefined' })
    const loop = new Error('loop')
    loop.cause = loop
    expect(JSON.stringify(describeError(loop)).match(/"name"/g)).toHaveLength(6)
  })
})

describe('reasonOf', () => {
  test('default', () => {
    expect(
      formatErrorReason(new LatchkeyError('server-error', { reason: 'No node answers' })),
    ).toBe('No node answers')
    expect(formatErrorReason(new LatchkeyError('server-error'))).toBe('server-error')
  })

  test('behavior: messages of others stay out', () => {
    const cause = Object.assign(new Error('0xabc'), { code: '57014' })
    expect(formatErrorReason(new Error('params: 0xabc', { cause }))).toBe('Error Error 57014')
    expect(formatErrorReason('0xabc')).toBe('string')
  })
})
