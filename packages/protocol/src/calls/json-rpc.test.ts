import { describe, expect, test } from 'vitest'
import { jsonRpcAnswer, jsonRpcAnswers } from './json-rpc.ts'

const ok = (id: unknown, result: unknown = '0x1') => ({ jsonrpc: '2.0', id, result })

describe('jsonRpcAnswer', () => {
  test('default', () => {
    expect(jsonRpcAnswer(ok(1))).toEqual({ id: 1, result: '0x1' })
    expect(
      jsonRpcAnswer({
        jsonrpc: '2.0',
        id: 'a',
        error: { code: -32000, message: 'no', data: '0x' },
      }),
    ).toEqual({
      id: 'a',
      error: { code: -32000, message: 'no', data: '0x' },
    })
  })

  test('behavior: an error of null counts as none, a result of null as one', () => {
    expect(jsonRpcAnswer({ ...ok(1, null), error: null })).toEqual({ id: 1, result: null })
  })

  test('behavior: cuts long messages', () => {
    const answer = jsonRpcAnswer({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 1, message: 'x'.repeat(9000) },
    })
    expect(answer && 'error' in answer && answer.error.message.length).toBe(4096)
  })

  test('behavior: refuses what is none', () => {
    const bad = [
      null,
      [],
      'x',
      {},
      { id: 1, result: 1 },
      { jsonrpc: '2.0', result: 1 },
      { jsonrpc: '2.0', id: 1 },
      ok({}),
      ok('x'.repeat(257)),
      { jsonrpc: '2.0', id: 1, error: { code: '1', message: 'x' } },
      { jsonrpc: '2.0', id: 1, error: { code: 1 } },
      { jsonrpc: '2.0', id: 1, error: 'boom' },
    ]
    for (const value of bad) {
      expect(jsonRpcAnswer(value)).toBeUndefined()
    }
  })
})

describe('jsonRpcAnswers', () => {
  test('default', () => {
    expect(jsonRpcAnswers([ok(2, 'b'), ok(1, 'a')], [1, 2])).toEqual([
      { id: 1, result: 'a' },
      { id: 2, result: 'b' },
    ])
  })

  test('behavior: missing, doubled and foreign answers leave a gap', () => {
    expect(jsonRpcAnswers([ok(1), ok(1), ok(9), null], [1, 2])).toEqual([undefined, undefined])
    expect(
      jsonRpcAnswers({ jsonrpc: '2.0', id: null, error: { code: 1, message: '' } }, [1]),
    ).toEqual([undefined])
  })
})
