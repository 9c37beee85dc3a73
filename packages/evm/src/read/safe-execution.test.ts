import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { findSafeExecution } from './safe-execution.ts'
import { verdict } from './verdict.ts'

const hash = `0x${'11'.repeat(32)}` as const
const topicOf = (name: string) => keccak256(toHex(`${name}(bytes32,uint256)`))

/**
 * Makes an event log as a Safe's contract writes it. Since version 1.4.1 the safeTxHash is among
 * the topics (`isIndexed`); before, it was in the data.
 */
function log({ name = 'ExecutionSuccess', refund = 0n, address = ada, isIndexed = false } = {}) {
  const words = encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [hash, refund])
  return {
    address,
    topics: [topicOf(name), ...(isIndexed ? [hash] : [])],
    data: isIndexed ? `0x${words.slice(66)}` : words,
  }
}
const of = (...logs: unknown[]) => findSafeExecution({ logs }, ada)

describe('findSafeExecution', () => {
  test.each([true, false])('default: what became of it, and what the Safe paid', (isIndexed) => {
    expect(of(log({ isIndexed }))).toEqual({ isSuccess: true, fee: 0n })
    expect(of(log({ isIndexed, name: 'ExecutionFailure' }))).toEqual({ isSuccess: false, fee: 0n })
    expect(of(log({ isIndexed, refund: 5n }))).toEqual({ isSuccess: true, fee: undefined })
    expect(of(log({ name: 'ExecutionFailure' }), log({ refund: 1n }))).toEqual({
      isSuccess: false,
      fee: undefined,
    })
  })

  test('behavior: of another Safe, or no such log', () => {
    expect(of(log({ address: grace }), log({ name: 'Other' }), null, {}, { topics: 'a' })).toBe(
      undefined,
    )
    expect(findSafeExecution({ logs: 'none' }, ada)).toBeUndefined()
  })

  test('behavior: a transaction that succeeds while the Safe inside it fails has failed', async () => {
    const from = `eip155:31337:${ada}` as const
    const receipt = {
      transactionHash: hash,
      blockNumber: '0x5',
      status: '0x1',
      gasUsed: '0x2',
      effectiveGasPrice: '0x3',
      logs: [log({ name: 'ExecutionFailure' })],
    }
    const source = { chain: devnet, request: async () => receipt }
    expect(await verdict(source, { hash, from })).toEqual({
      state: 'failed',
      code: 'execution-reverted',
      block: '5',
      fee: 0n,
    })
  })
})
