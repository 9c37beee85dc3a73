import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { estimateTransfer } from './estimate-transfer.ts'

const transfer = {
  from: `eip155:31337:${ada}`,
  to: grace,
  asset: nativeAsset(devnet),
  amount: 1n,
} as const
const good: Readonly<Record<string, unknown>> = {
  eth_estimateGas: '0x5208',
  eth_getCode: '0x',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x7',
  eth_gasPrice: '0x9',
}
const estimate = (answers: object) =>
  estimateTransfer(
    {
      chain: devnet,
      request: async (method) => {
        const answer = { ...good, ...answers }[method]
        if (answer instanceof Error) throw answer
        return answer
      },
    },
    transfer,
  )

describe('estimateTransfer', () => {
  test('default', async () => {
    expect(await estimate({})).toEqual({
      fee: 21_000n * 157n,
      feeAsset: nativeAsset(devnet),
      notes: [],
      data: { gas: 21_000n, maxFeePerGas: 157n, maxPriorityFeePerGas: 7n },
    })
  })

  test('behavior: where code runs, a fifth more gas is taken along', async () => {
    expect((await estimate({ eth_estimateGas: '0xea60' })).data).toMatchObject({ gas: 72_000n })
  })

  test.each([
    ['no base fee', { eth_getBlockByNumber: {} }],
    ['no block', { eth_getBlockByNumber: null }],
    ['no tip', { eth_maxPriorityFeePerGas: new Error('method not found') }],
  ])('behavior: a chain with %s has a gas price', async (_, answers) => {
    expect(await estimate(answers)).toMatchObject({
      fee: 189_000n,
      data: { gas: 21_000n, gasPrice: 9n },
    })
  })

  test.each([
    ['eth_estimateGas', 'much'],
    ['eth_estimateGas', '0x0'],
    ['eth_estimateGas', `0x${'f'.repeat(64)}`],
    ['eth_estimateGas', null],
  ])('behavior: %s answering %o is no answer', async (method, answer) => {
    await expect(estimate({ [method]: answer })).rejects.toMatchObject({
      code: 'rpc-answer-invalid',
    })
  })

  test('behavior: where nodes know neither a base fee nor a gas price, that is said; another failure stays what it is', async () => {
    const failing = (code: number) => ({
      eth_getBlockByNumber: {},
      eth_gasPrice: Object.assign(new Error('no'), { code }),
    })
    await expect(estimate(failing(-32601))).rejects.toMatchObject({
      code: 'gas-price-chain-unsupported',
    })
    await expect(estimate(failing(-32005))).rejects.toMatchObject({ code: -32005 })
  })

  test('behavior: a chain without any price', async () => {
    const answers = { eth_getBlockByNumber: null, eth_gasPrice: 'cheap' }
    await expect(estimate(answers)).rejects.toMatchObject({ code: 'rpc-answer-invalid' })
  })
})
