import { type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainTransaction } from './chain-block.ts'
import { readCallTraces } from './read-traces.ts'

const [a, b, c] = ['0xaa', '0xbb', '0xcc'].map((text) => pad(text as Hex, { size: 20 })) as [
  Hex,
  Hex,
  Hex,
]
const transaction = {
  hash: pad('0x01'),
  place: 0,
  from: a,
  to: b,
  value: 1n,
  isSuccess: true,
} as unknown as ChainTransaction
const send = (more: object = {}) => ({ type: 'CALL', from: b, to: c, value: '0x5', ...more })
const trace = (...calls: object[]) => [
  { txHash: pad('0x01'), result: { type: 'CALL', from: a, to: b, value: '0x1', calls } },
]
const moved = { from: b, to: c, value: 5n }

describe('readCallTraces', () => {
  test('default', () => {
    const inner = send({ value: '0x0', calls: [send({ value: '0x6' })] })
    expect(readCallTraces(trace(send(), inner, send({ value: '0x7' })), [transaction])).toEqual([
      [moved, { ...moved, value: 6n }, { ...moved, value: 7n }],
    ])
  })

  test('behavior: what failed, and all below it, moved nothing', () => {
    const failed = send({ error: 'execution reverted', calls: [send()] })
    expect(readCallTraces(trace(failed), [transaction])).toEqual([[]])
    expect(readCallTraces(trace(send()), [{ ...transaction, isSuccess: false }])).toEqual([[]])
  })

  test('behavior: a delegated call moves nothing of its own', () => {
    const calls = [
      send({ type: 'DELEGATECALL', calls: [send()] }),
      send({ type: 'STATICCALL' }),
      send({ type: 'CALLCODE' }),
    ]
    expect(readCallTraces(trace(...calls), [transaction])).toEqual([[moved]])
  })

  test('behavior: nesting without end does not end the process', () => {
    const state = { call: send() as object }
    for (let depth = 0; depth < 50_000; depth++) {
      state.call = send({ value: '0x0', calls: [state.call] })
    }
    expect(readCallTraces(trace(state.call), [transaction])).toEqual([[moved]])
  })

  test.each<[string, unknown]>([
    ['none', []],
    ['one of another transaction', [{ ...trace()[0], txHash: pad('0x02') }]],
    ['another sender', [{ result: { type: 'CALL', from: c, to: b, value: '0x1' } }]],
    ['another value', [{ result: { type: 'CALL', from: a, to: b, value: '0x2' } }]],
    ['a negative value', trace(send({ value: '-0x5' }))],
    ['a receiver that is none', trace(send({ to: '0x12' }))],
  ])('behavior: %s is refused', (_, value) => {
    expect(() => readCallTraces(value, [transaction])).toThrow(
      expect.objectContaining({ code: 'server-error' }),
    )
  })
})
