import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { encodeExecuteData } from 'viem/experimental/erc7821'
import { describe, expect, test } from 'vitest'
import {
  encodeBatch,
  encodeCreateAccount,
  encodeExecute,
  type PlainCall,
  readBatchCalls,
  readExecute,
} from './abi-calls.ts'

const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function createAccount(address owner, bytes32 salt)',
])
const call = (i: number, length: number): PlainCall => ({
  to: `0x${(i + 1).toString(16).padStart(40, 'a')}`,
  value: 10n ** BigInt(i * 5),
  data: `0x${'c7'.repeat(length)}`,
})
const batches = [
  [call(0, 0), call(1, 1)],
  [call(0, 32), call(1, 31), call(2, 33)],
  Array.from({ length: 64 }, (_, i) => call(i % 9, i)),
]
const forViem = (calls: readonly PlainCall[]) =>
  calls.map(({ to, value, data }) => ({
    target: to as Hex,
    to: to as Hex,
    value,
    data: data as Hex,
  }))

describe('abi-calls', () => {
  test.each([0, 1, 31, 32, 33, 500])(
    'default: one call with %i bytes, as another library writes it',
    (length) => {
      const one = call(3, length)
      const written = encodeExecute([one])
      expect(written).toBe(
        encodeFunctionData({
          abi,
          functionName: 'execute',
          args: [one.to as Hex, one.value, one.data as Hex],
        }),
      )
      expect(readExecute(written)).toEqual([one])
    },
  )

  test.each(batches.map((calls) => [calls.length, calls] as const))(
    'default: a batch of %i',
    (_, calls) => {
      const written = encodeExecute(calls)
      expect(written).toBe(
        encodeFunctionData({ abi, functionName: 'executeBatch', args: [forViem(calls)] }),
      )
      expect(readExecute(written)).toEqual(calls)
      expect(decodeFunctionData({ abi, data: written as Hex }).functionName).toBe('executeBatch')
      const batch = encodeBatch(calls)
      expect(batch).toBe(encodeExecuteData({ calls: forViem(calls) }))
      expect(readBatchCalls(batch)).toEqual(calls)
    },
  )

  test('default: what a factory is called with', () => {
    const [owner, salt] = [call(1, 0).to as Hex, `0x${'5a'.repeat(32)}`] as const
    expect(encodeCreateAccount(owner, salt)).toBe(
      encodeFunctionData({ abi, functionName: 'createAccount', args: [owner, salt as Hex] }),
    )
  })

  test('behavior: bytes that belong to no call, places that overlap, and what is cut off are not read', () => {
    for (const [written, read] of [
      [encodeExecute([call(1, 5)]), readExecute],
      [encodeExecute([call(1, 5), call(2, 40)]), readExecute],
      [encodeBatch([call(1, 5), call(2, 40)]), readBatchCalls],
    ] as const) {
      expect(read(written)).not.toBeNull()
      for (const bent of [
        `${written}00`,
        `${written}${'00'.repeat(32)}`,
        written.slice(0, -2),
        written.slice(0, -64),
        `0x${'0'.repeat(8)}${written.slice(10)}`,
      ]) {
        expect(read(bent), bent).toBeNull()
      }
      // Any one digit of a place, a length or the padding.
      for (let at = 10; at < written.length; at += 1) {
        const bent = `${written.slice(0, at)}${written[at] === '1' ? '2' : '1'}${written.slice(at + 1)}`
        const other = read(bent)
        if (other) expect(other).not.toEqual(read(written))
      }
    }
    expect(
      readBatchCalls(
        encodeBatch([call(1, 5)]).replace('e9ae5c5301000000000000', 'e9ae5c5301000000000078'),
      ),
    ).toBeNull()
    expect(readExecute(encodeExecute([]))).toBeNull()
    expect(readExecute(encodeBatch([call(1, 5)]))).toBeNull()
  })
})
