import type { ReadSource } from '@latchkey/core'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { allowance, approval, decimals } from './token.ts'

const token = { ...nativeAsset(devnet), id: `eip155:31337/erc20:${grace}` } as const
const owner = `eip155:31337:${ada}` as const
const data = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ada, amount] })
const source = (answer: unknown, asked: unknown[] = []): ReadSource => ({
  chain: devnet,
  request: async (...all) => {
    asked.push(all)
    return answer
  },
})
const word = (hex: string) => `0x${hex.padStart(64, '0')}`

describe('approval', () => {
  test.each([0n, 1n, 10n ** 18n, maxUint256])('default: %s', (amount) => {
    expect(approval({ to: grace, data: data(amount), value: 0n })).toEqual({
      token: grace,
      spender: ada.toLowerCase(),
      amount,
    })
  })

  test.each([
    ['longer', { data: `${data(1n)}00` }],
    ['shorter', { data: data(1n).slice(0, -2) }],
    ['another function', { data: data(1n).replace('095ea7b3', 'a9059cbb') }],
    ['an address with more before it', { data: data(1n).replace('0x095ea7b30', '0x095ea7b31') }],
    ['with coins', { value: 1n }],
    ['on no address', { to: 'token' }],
    ['empty', { data: '0x' }],
  ])('behavior: %s is none', (_, more) => {
    expect(approval({ to: grace, data: data(1n), value: 0n, ...more })).toBeNull()
  })
})

describe('allowance', () => {
  test('default', async () => {
    const asked: unknown[] = []
    expect(
      await allowance(source(word('ff'), asked), { owner, asset: token, spender: grace }),
    ).toBe(255n)
    const expected = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [ada, grace],
    })
    expect(asked).toEqual([['eth_call', [{ to: grace, data: expected }, 'latest']]])
  })

  test('parameters: asset, the coin needs no leave', async () => {
    const asked: unknown[] = []
    expect(
      await allowance(source(null, asked), { owner, asset: nativeAsset(devnet), spender: grace }),
    ).toBe(maxUint256)
    expect(asked).toEqual([])
  })

  test.each([
    ['rpc-answer-invalid', '0x', {}],
    ['rpc-answer-invalid', null, {}],
    ['receiver-invalid', word('1'), { spender: 'router' }],
    ['token-address-required', word('1'), { asset: { ...token, id: 'eip155:31337/erc721:0x1' } }],
  ])('behavior: %s', async (code, answer, more) => {
    const parameters = { owner, asset: token, spender: grace, ...more } as never
    await expect(allowance(source(answer), parameters)).rejects.toMatchObject({ code })
  })
})

describe('decimals', () => {
  test('default', async () => {
    expect(await decimals(source(word('6')), token)).toBe(6)
    expect(await decimals(source(null), nativeAsset(devnet))).toBe(18)
  })

  test.each([word('100'), '0x', 'six', null])(
    'behavior: %o is no number of places',
    async (answer) => {
      await expect(decimals(source(answer), token)).rejects.toMatchObject({
        code: 'rpc-answer-invalid',
      })
    },
  )
})
