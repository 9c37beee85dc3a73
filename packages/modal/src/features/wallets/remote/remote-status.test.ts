import type { ErrorCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { remoteStatusOf } from './remote-status.ts'

const failed = (code: ErrorCode) => remoteStatusOf({ status: 'failed', error: { code } }, 'wc:old')

describe('remoteStatusOf', () => {
  test('default', () => {
    expect(remoteStatusOf({ status: 'idle' }, undefined)).toBe('preparing')
    expect(remoteStatusOf({ status: 'connecting', attempt: 1 }, undefined)).toBe('preparing')
    expect(remoteStatusOf({ status: 'idle' }, 'wc:made')).toBe('ready')
    expect(remoteStatusOf({ status: 'connected', sessions: [], hidden: [] }, undefined)).toBe(
      'connected',
    )
  })

  test('behavior: each failure that a visitor can do something about has a status of its own', () => {
    expect(failed('connection-rejected')).toBe('declined')
    expect(failed('pairing-expired')).toBe('expired')
    expect(failed('relay-unreachable')).toBe('offline')
    expect(failed('connection-timeout')).toBe('late')
    expect(failed('proposal-unsupported')).toBe('unsupported')
    expect(failed('session-settlement-failed')).toBe('unsettled')
    expect(failed('wallet-answer-invalid')).toBe('failed')
  })
})
