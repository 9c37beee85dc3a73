import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbiItem,
  parseAbiParameters,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { findOperation } from './operation.ts'
import { verdict } from './verdict.ts'

const event = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
const hash = `0x${'11'.repeat(32)}` as const
const zero = '0x0000000000000000000000000000000000000000'

/** A log as the entry point writes it, made by another library. */
function log(
  more: {
    sender?: Address
    paymaster?: Address
    success?: boolean
    cost?: bigint
    address?: string
  } = {},
) {
  const {
    sender = ada,
    paymaster = zero,
    success = true,
    cost = 70n,
    address = entryPoint07Address,
  } = more
  return {
    address,
    topics: encodeEventTopics({ abi: [event], args: { userOpHash: hash, sender, paymaster } }),
    data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [
      1n,
      success,
      cost,
      9n,
    ]),
  }
}
const of = (...logs: unknown[]) => findOperation({ logs }, ada)

describe('operationOf', () => {
  test('default: what became of it, and what the account paid', () => {
    expect(of(log())).toEqual({ isSuccess: true, fee: 70n })
    expect(of(log({ success: false }))).toEqual({ isSuccess: false, fee: 70n })
    expect(of(log({ paymaster: grace }))).toEqual({ isSuccess: true, fee: 0n })
    expect(of(log(), log({ success: false, cost: 5n }))).toEqual({ isSuccess: false, fee: 75n })
  })

  test('behavior: of another account, by another contract, or no such log', () => {
    expect(of(log({ sender: grace }), log({ address: grace }))).toBeUndefined()
    const [first] = [log()]
    expect(
      of({ ...first, data: first.data.slice(0, -2) as Hex }, { ...first, topics: null }, null, 'x'),
    ).toEqual(undefined)
    expect([findOperation({}, ada), findOperation({ logs: 'x' }, ada)]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('behavior: a bundle that went well does not hide that its operation failed; others’ fee is not the account’s', async () => {
    const receipt = {
      transactionHash: hash,
      blockNumber: '0x5',
      status: '0x1',
      gasUsed: '0x2',
      effectiveGasPrice: '0x3',
    }
    const about = async (logs: unknown[]) => {
      const request = async (method: string) =>
        method === 'eth_getTransactionReceipt' ? { ...receipt, logs } : null
      const receives = {
        id: 'eip155:31337/slip44:60',
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
      } as const
      return verdict({ chain: devnet, request }, { hash, from: `eip155:31337:${ada}`, receives })
    }
    expect(await about([log({ success: false })])).toEqual({
      state: 'failed',
      block: '5',
      fee: 70n,
      code: 'execution-reverted',
    })
    expect(await about([log({ paymaster: grace })])).toEqual({
      state: 'confirmed',
      block: '5',
      fee: 0n,
    })
    expect(await about([log({ sender: grace })])).toEqual({
      state: 'confirmed',
      block: '5',
      fee: 6n,
    })
  })
})
