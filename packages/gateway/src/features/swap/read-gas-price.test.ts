import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { NodePort } from '../../ports/node-port.ts'
import { chainId } from '../../test/make-gateway.ts'
import { readGasPrice } from './read-gas-price.ts'

const gwei = 10n ** 9n
const hex = (value: bigint): string => `0x${value.toString(16)}`
const history = (base: bigint, ...tips: readonly (readonly bigint[])[]) => ({
  oldestBlock: '0x1',
  baseFeePerGas: [...tips.map(() => hex(base)), hex(base)],
  reward: tips.map((row) => row.map(hex)),
})

function nodesOf(price: unknown, fees?: unknown): NodePort {
  return {
    ask: async (_, calls) =>
      calls.map(({ method }) => {
        const value = method === 'eth_gasPrice' ? price : fees
        return value === undefined
          ? { kind: 'error', text: '{"code":-32601,"message":"no such method"}' }
          : { kind: 'result', text: JSON.stringify(value) }
      }),
  }
}

describe('readGasPrice', () => {
  test('default', async () => {
    const fees = history(
      8n * gwei,
      [gwei, 2n * gwei, 4n * gwei],
      [0n, 0n, 0n],
      [9n * gwei, 9n * gwei, 9n * gwei],
    )
    expect(await readGasPrice(nodesOf(hex(10n * gwei), fees), chainId)).toEqual({
      standard: 9n * gwei,
      fast: 11n * gwei,
      instant: (81n * gwei) / 8n + 4n * gwei,
    })
  })

  test('behavior: chains without EIP-1559 have the price of their node', async () => {
    for (const fees of [
      undefined,
      null,
      {},
      history(0n, [0n, 0n, 0n]),
      { baseFeePerGas: ['0x1'] },
    ]) {
      expect(await readGasPrice(nodesOf(hex(10n), fees), chainId)).toEqual({
        standard: 10n,
        fast: 12n,
        instant: 15n,
      })
    }
  })

  test('behavior: a node that lies about one is asked by the other', async () => {
    const fees = history(8n, [1n, 2n, 3n])
    for (const price of ['lots', 7, null, undefined, `0x${'f'.repeat(40)}`]) {
      expect((await readGasPrice(nodesOf(price, fees), chainId)).standard).toBe(9n)
    }
    for (const lie of [
      { ...fees, baseFeePerGas: ['0x1', 'x'] },
      { ...fees, reward: [['0x1']] },
      { ...fees, baseFeePerGas: [`0x${'f'.repeat(64)}`] },
    ]) {
      expect((await readGasPrice(nodesOf('0xa', lie), chainId)).standard).toBe(10n)
    }
  })

  test('behavior: no price at all is a refusal', async () => {
    const error = await readGasPrice(nodesOf(undefined, undefined), chainId).catch(
      (reason: unknown) => reason,
    )
    expect(hasCode(error) && error.context.sourceCode).toBe(503)
  })

  test('behavior: faster is never cheaper', async () => {
    const { standard, fast, instant } = await readGasPrice(
      nodesOf('0x1', history(8n, [900n, 2n, 1n])),
      chainId,
    )
    expect(standard <= fast && fast <= instant).toBe(true)
  })
})
