import { describe, expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

describe('readMessage', () => {
  test('default', () => {
    expect(readMessage({ id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })).toEqual({
      kind: 'request',
      id: 1,
      method: 'wc_sessionPing',
      params: {},
    })
    expect(readMessage({ id: 1, result: null })).toEqual({ kind: 'result', id: 1, result: null })
  })

  test('behavior: an error as live wallets send it', () => {
    expect(readMessage({ id: 1, error: {} })).toEqual({ kind: 'error', id: 1, error: {} })
    expect(readMessage({ id: 1, error: 'User rejected' })).toMatchObject({
      error: { message: 'User rejected' },
    })
    expect(
      readMessage({ id: 1, error: { code: 5000, message: 'no', data: [1], stack: 'x' } }),
    ).toMatchObject({
      error: { code: 5000, message: 'no', data: [1] },
    })
    expect(readMessage({ id: 1, error: { code: '5000', message: 7 } })).toEqual({
      kind: 'error',
      id: 1,
      error: {},
    })
  })

  test('behavior: what is no message', () => {
    for (const json of [
      null,
      1,
      'x',
      [],
      {},
      { id: '1', result: 1 },
      { id: 1 },
      { id: 1.5, result: 1 },
      { method: 'x' },
    ]) {
      expect(readMessage(json)).toBeUndefined()
    }
  })
})
