import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { swapCall } from './swap-call.ts'

const to = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const [me, a, b, wrapped] = ['11', 'aa', 'bb', 'cc'].map(
  (byte) => `0x${byte.repeat(20)}` as const,
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`]
const abi = parseAbi([
  'function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)',
  'function swapTokensForExactTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function swapTokensForExactETH(uint256, uint256, address[], address, uint256)',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
  'function swapETHForExactTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function transfer(address, uint256)',
  'function exec(address, address, uint256, address, bytes) payable',
  'function execute((address, address, uint256), bytes[], bytes32) payable',
])
const encode = (functionName: string, ...args: readonly unknown[]): `0x${string}` =>
  encodeFunctionData({ abi, functionName, args } as never)
const rest = { recipient: expect.stringMatching(/^0x1{40}$/), deadline: 99n }
const same = (address: string) => expect.stringMatching(new RegExp(`^${address}$`, 'i'))

describe('swapCall', () => {
  test.each([
    [
      'swapExactTokensForTokens',
      [5n, 4n, [a, wrapped, b], me, 99n],
      0n,
      { most: 5n, least: 4n, pays: same(a), receives: same(b) },
    ],
    [
      'swapTokensForExactTokens',
      [4n, 5n, [a, b], me, 99n],
      0n,
      { most: 5n, least: 4n, pays: same(a), receives: same(b) },
    ],
    [
      'swapExactETHForTokens',
      [4n, [wrapped, b], me, 99n],
      5n,
      { most: 5n, least: 4n, receives: same(b) },
    ],
    [
      'swapETHForExactTokens',
      [4n, [wrapped, b], me, 99n],
      5n,
      { most: 5n, least: 4n, receives: same(b) },
    ],
    [
      'swapTokensForExactETH',
      [4n, 5n, [a, wrapped], me, 99n],
      0n,
      { most: 5n, least: 4n, pays: same(a) },
    ],
    [
      'swapExactTokensForETH',
      [5n, 4n, [a, wrapped], me, 99n],
      0n,
      { most: 5n, least: 4n, pays: same(a) },
    ],
    [
      'swapExactTokensForETHSupportingFeeOnTransferTokens',
      [5n, 4n, [a, wrapped], me, 99n],
      0n,
      { most: 5n, least: 4n, pays: same(a) },
    ],
  ])('parameters: %s', (name, args, value, said) => {
    expect(swapCall({ to, data: encode(name, ...args), value })).toEqual({ ...rest, ...said })
  })

  const zid = `0x${'00'.repeat(32)}`
  const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  test('parameters: what 0x builds, with a token and with the coin', () => {
    const inner = encode('execute', [me, b, 4n], ['0x1234'], zid)
    const recipient = same(me)
    expect(swapCall({ to, data: encode('exec', to, a, 5n, to, inner), value: 0n })).toEqual({
      recipient,
      pays: same(a),
      most: 5n,
      receives: same(b),
      least: 4n,
    })
    expect(swapCall({ to, data: inner, value: 7n })).toEqual({
      recipient,
      most: 7n,
      receives: same(b),
      least: 4n,
    })
    const toCoin = encode('exec', to, a, 5n, to, encode('execute', [me, coin, 4n], [], zid))
    expect(swapCall({ to, data: toCoin, value: 0n })).toEqual({
      recipient,
      pays: same(a),
      most: 5n,
      least: 4n,
    })
  })

  test('behavior: anything else says nothing', () => {
    const zero = `0x${'00'.repeat(20)}`
    const whole = encode('swapExactTokensForTokens', 5n, 4n, [a, b], me, 99n)
    const open = encode('exec', to, a, 5n, to, encode('execute', [zero, zero, 0n], ['0x1234'], zid))
    const short = encode('swapExactTokensForTokens', 5n, 4n, [a], me, 99n)
    for (const data of [
      '0x',
      '0x1234',
      'hello',
      whole.slice(0, -64),
      open,
      short,
      encode('transfer', me, 1n),
    ]) {
      expect(swapCall({ to, data, value: 0n }), data).toBeNull()
    }
    expect(swapCall({ to: 'nowhere', data: whole, value: 0n })).toBeNull()
  })
})
