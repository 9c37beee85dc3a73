import { hasCode } from '@latchkey/protocol'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { ada, grace } from '../../test/fixture.ts'
import { makeTransferCall } from './transfer-call.ts'

const token = { id: `eip155:1/erc20:${ada}`, name: 'Dollar', symbol: 'USD', decimals: 6 } as const
const coin = { id: 'eip155:1/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 } as const
const mark = `0x${'ab'.repeat(16)}`
const codeOf = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (error) {
    return hasCode(error) ? error.code : error
  }
}

describe('makeTransferCall', () => {
  test('default: a coin is the value, a token is a call of its contract', () => {
    expect(makeTransferCall({ to: grace, amount: 5n, asset: coin })).toEqual({
      to: grace,
      value: 5n,
    })
    const { data = '0x', ...call } = makeTransferCall({ to: grace, amount: 5n, asset: token })
    expect(call).toEqual({ to: ada, value: 0n })
    expect(decodeFunctionData({ abi: erc20Abi, data }).args).toEqual([grace, 5n])
  })

  test('parameters: mark, after the arguments of a token, as the data of a coin', () => {
    const marked = { to: grace, amount: 5n, mark }
    expect(makeTransferCall({ ...marked, asset: coin })).toEqual({
      to: grace,
      value: 5n,
      data: mark,
    })
    const { data = '0x' } = makeTransferCall({ ...marked, asset: token })
    expect(data).toHaveLength(2 + 2 * (4 + 64 + 16))
    expect(data.endsWith(mark.slice(2))).toBe(true)
    // viem's decoder, which does not know marks, reads the same arguments as without a mark.
    expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
      functionName: 'transfer',
      args: [grace, 5n],
    })
  })

  test.each(['0x1', 'ab', `0x${'ab'.repeat(33)}`, '0xzz'])('error: the mark %s', (wrong) => {
    const call = () => makeTransferCall({ to: grace, amount: 5n, asset: token, mark: wrong })
    expect(codeOf(call)).toBe('rpc-invalid-params')
  })
})
