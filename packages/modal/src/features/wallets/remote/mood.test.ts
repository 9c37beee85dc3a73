import type { ErrorCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { moodOf } from './mood.ts'

const failed = (code: ErrorCode) => moodOf({ status: 'failed', error: { code } }, 'wc:old')

describe('moodOf', () => {
  test('default', () => {
    expect(moodOf({ status: 'idle' }, undefined)).toBe('preparing')
    expect(moodOf({ status: 'connecting', attempt: 1 }, undefined)).toBe('preparing')
    expect(moodOf({ status: 'idle' }, 'wc:made')).toBe('ready')
    expect(moodOf({ status: 'connected', sessions: [], hidden: [] }, undefined)).toBe('connected')
  })

  test('behavior: each failure that a visitor can do something about has a mood of its own', () => {
    expect(failed('connection-rejected')).toBe('declined')
    expect(failed('pairing-expired')).toBe('expired')
    expect(failed('relay-unreachable')).toBe('offline')
    expect(failed('connection-timeout')).toBe('late')
    expect(failed('proposal-unsupported')).toBe('unsupported')
    expect(failed('session-settlement-failed')).toBe('unsettled')
    expect(failed('wallet-answer-invalid')).toBe('failed')
  })
})
