import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { readCall } from './call.ts'

const token = '0x00000000000000000000000000000000000000aa'
const bob = '0x00000000000000000000000000000000000000bb'
const ada = '0x00000000000000000000000000000000000000ad'
const abi = parseAbi([
  'function increaseAllowance(address spender, uint256 more)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function somethingElse(address who)',
])

describe('readCall', () => {
  test('default: a transfer of tokens', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 12345n],
    })
    expect(readCall(token, data)).toEqual({
      step: { kind: 'send-token', token, amount: 12345n, to: bob },
      warnings: [],
    })
  })

  test('behavior: leave to spend, bounded, without bound, taken back, added', () => {
    const approve = (amount: bigint) =>
      readCall(
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, amount] }),
      )
    expect(approve(7n)).toEqual({
      step: { kind: 'allow-token', token, spender: bob, amount: 7n },
      warnings: [],
    })
    expect(approve(maxUint256)).toEqual({
      step: { kind: 'allow-token', token, spender: bob, amount: null },
      warnings: ['unbounded'],
    })
    // Just short of the greatest number is without bound as well.
    expect(approve(maxUint256 - 10n ** 30n).warnings).toEqual(['unbounded'])
    expect(approve(0n).step).toEqual({ kind: 'revoke-token', token, spender: bob })
    const more = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [bob, 9n] })
    expect(readCall(token, more).step).toMatchObject({
      kind: 'allow-token',
      amount: 9n,
      isAdded: true,
    })
  })

  test('behavior: permits on chain', () => {
    const bytes = `0x${'11'.repeat(32)}` as const
    const permit = encodeFunctionData({
      abi,
      functionName: 'permit',
      args: [ada, bob, 5n, 1_700_000_000n, 27, bytes, bytes],
    })
    expect(readCall(token, permit).step).toEqual({
      kind: 'allow-token',
      token,
      spender: bob,
      amount: 5n,
      until: 1_700_000_000n,
    })
    const permit2 = encodeFunctionData({
      abi,
      functionName: 'approve',
      args: [token, bob, (1n << 160n) - 1n, 9],
    })
    expect(readCall('0x00000000000000000000000000000000000000f2', permit2)).toEqual({
      step: { kind: 'allow-token', token, spender: bob, amount: null, until: 9n },
      warnings: ['unbounded'],
    })
  })

  test('behavior: collections', () => {
    const all = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [bob, true],
    })
    expect(readCall(token, all)).toEqual({
      step: { kind: 'allow-all-nft', collection: token, operator: bob, isAllowed: true },
      warnings: ['all-nfts'],
    })
    const none = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [bob, false],
    })
    expect(readCall(token, none).warnings).toEqual([])
    const sent = { kind: 'send-nft', collection: token, number: 77n, from: ada, to: bob }
    const one = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'safeTransferFrom',
      args: [ada, bob, 77n],
    })
    expect(readCall(token, one).step).toEqual({ ...sent, amount: 1n })
    const noted = encodeFunctionData({
      abi,
      functionName: 'safeTransferFrom',
      args: [ada, bob, 77n, '0x1234'],
    })
    expect(readCall(token, noted).step).toEqual({ ...sent, amount: 1n })
    const many = encodeFunctionData({
      abi,
      functionName: 'safeTransferFrom',
      args: [ada, bob, 77n, 3n, '0x'],
    })
    expect(readCall(token, many).step).toEqual({ ...sent, amount: 3n })
  })

  test('behavior: what is not known, cut, or not to the letter stays an unknown call', () => {
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 1n],
    })
    const other = encodeFunctionData({ abi, functionName: 'somethingElse', args: [bob] })
    const dirty = transfer.replace('0xa9059cbb00', '0xa9059cbbff')
    for (const data of [other, transfer.slice(0, -2), '0xa9059cbb', '0x01', dirty, '0x__proto__']) {
      expect(readCall(token, data)).toEqual({
        step: { kind: 'call', to: token, data },
        warnings: ['unknown-call'],
      })
    }
  })

  test('behavior: bytes behind the arguments are said', () => {
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 1n],
    })
    expect(readCall(token, `${transfer}00`)).toMatchObject({
      step: { kind: 'send-token' },
      warnings: ['extra-data'],
    })
  })

  test('behavior: the mark behind a payment is told, and nothing else behind a call is one', () => {
    const mark = '00112233445566778899aabbccddeeff'
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob, 1n],
    })
    expect(readCall(token, `${transfer}${mark}`)).toMatchObject({
      step: { kind: 'send-token', mark: `0x${mark}` },
      warnings: [],
    })
    const odd = [`${transfer}${mark}00`, `${transfer}${mark.slice(2)}`, `${transfer}${mark}${mark}`]
    for (const data of odd) {
      const { step, warnings } = readCall(token, data)
      expect([step.kind, 'mark' in step, warnings]).toEqual(['send-token', false, ['extra-data']])
    }
    const approve = `0x095ea7b3${'0'.repeat(24)}${'1'.repeat(40)}${'0'.repeat(63)}1`
    expect(readCall(token, `${approve}${mark}`)).toMatchObject({
      step: { kind: 'allow-token' },
      warnings: ['extra-data'],
    })
  })
})
