import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { explain } from './explain.ts'

describe('explain', () => {
  test.each([
    [-32700, 'rpc-parse'],
    [-32600, 'rpc-invalid-request'],
    [-32601, 'rpc-method-not-found'],
    [-32602, 'rpc-invalid-params'],
    [-32603, 'rpc-internal'],
    [-32000, 'user-rejected'],
    [-32001, 'account-missing'],
    [-32002, 'wallet-unauthorized'],
    [-31000, 'wallet-unknown'],
    [-31001, 'wallet-canceled'],
    [4001, 'user-rejected'],
  ] as const)('default: %i is %s, thrown as it is or inside an envelope', (code, expected) => {
    expect(explain({ code, message: 'x' })).toBe(expected)
    expect(explain({ code: String(code) })).toBe(expected)
    expect(explain({ jsonrpc: '2.0', id: 1, error: { code, message: 'x' } })).toBe(expected)
    expect(explain(new Error('x', { cause: { code } }))).toBe(expected)
  })

  test('behavior: own errors and aborts', () => {
    expect(explain(new LatchkeyError('receiver-invalid'))).toBe('receiver-invalid')
    expect(explain(new DOMException('x', 'AbortError'))).toBe('aborted')
  })

  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no')
      },
    },
  )
  test.each([
    undefined,
    null,
    0,
    '',
    {},
    [],
    new Error('odd'),
    trap,
    { code: '4001x' },
    { code: 'constructor' },
  ])('behavior: odd %# is unknown', (odd) => expect(explain(odd)).toBe('unknown'))
})
