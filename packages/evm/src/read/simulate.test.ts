import type { Call } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { ada, devnet, grace } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'
import { simulate } from './simulate.ts'

const from = `eip155:31337:${ada}` as const
const coin = nativeAsset(devnet)
const token = { ...coin, id: `eip155:31337/erc20:${grace}`, symbol: 'TOK' } as const
const approve: Call = { to: grace, data: '0x095ea7b3', value: 0n }
const swap: Call = { to: grace, data: '0x38ed1739', value: 5n }
const word = (amount: number) => `0x${amount.toString(16).padStart(64, '0')}`
const good = (returnData = '0x', gasUsed = '0x5208') => ({
  status: '0x1',
  returnData,
  gasUsed,
  logs: [],
})
const absent = Object.assign(
  new Error('the method eth_simulateV1 does not exist/is not available'),
  { code: -32601 },
)
/** Coin 100 → 90, token 7 → 57. */
const worked = [
  good(word(100)),
  good(word(7)),
  good('0x', '0x186a0'),
  good(word(90)),
  good(word(57)),
]

async function tried(answers: Readonly<Record<string, unknown>>, calls: readonly Call[] = [swap]) {
  const asked: { method: string; params: unknown }[] = []
  const all: Readonly<Record<string, unknown>> = {
    eth_getBlockByNumber: { baseFeePerGas: '0x64' },
    eth_maxPriorityFeePerGas: '0x7',
    eth_estimateGas: '0xea60',
    ...answers,
  }
  const request = async (method: string, params?: unknown) => {
    asked.push({ method, params })
    const answer = all[method]
    const told = typeof answer === 'function' ? answer(params) : answer
    if (told instanceof Error) throw told
    return told
  }
  const outcome = await simulate(
    { chain: devnet, request },
    { from, calls, assets: [coin, token] },
  ).catch((error: unknown) => ({ error }))
  return { asked, outcome }
}

describe('simulate', () => {
  test('default', async () => {
    const { asked, outcome } = await tried({ eth_simulateV1: [{ calls: worked }] })
    const gas = 150_000n
    expect(outcome).toEqual({
      fee: gas * 157n,
      feeAsset: coin,
      data: { gas, maxFeePerGas: 157n, maxPriorityFeePerGas: 7n },
      changes: { [coin.id]: -10n, [token.id]: 50n },
    })
    const simulated = asked.find(({ method }) => method === 'eth_simulateV1')
    const [question] = (simulated?.params ?? []) as readonly {
      blockStateCalls: readonly { calls: readonly Record<string, string>[] }[]
    }[]
    expect(
      question?.blockStateCalls[0]?.calls.map(({ to, from, value }) => [to, from, value]),
    ).toEqual([
      [expect.any(String), undefined, undefined],
      [grace, undefined, undefined],
      [grace, ada, '0x5'],
      [expect.any(String), undefined, undefined],
      [grace, undefined, undefined],
    ])
  })

  test('behavior: it is tried in the block to come, by the later of the two clocks', async () => {
    const timeOf = async (timestamp: unknown) => {
      const block = { baseFeePerGas: '0x64', timestamp }
      const { asked } = await tried({
        eth_simulateV1: [{ calls: worked }],
        eth_getBlockByNumber: block,
      })
      const simulated = asked.find(({ method }) => method === 'eth_simulateV1')
      const [question] = (simulated?.params ?? []) as readonly {
        blockStateCalls: readonly { blockOverrides: { time?: string } }[]
      }[]
      return question?.blockStateCalls[0]?.blockOverrides.time
    }
    const now = Math.floor(Date.now() / 1000)
    expect(await timeOf(`0x${(now + 100).toString(16)}`)).toBe(`0x${(now + 101).toString(16)}`)
    expect(Number(await timeOf('0x5'))).toBeGreaterThanOrEqual(now)
    expect(await timeOf('soon')).toBeUndefined()
  })

  test('parameters: calls, of several the gas of the last', async () => {
    const calls = [...worked.slice(0, 2), good('0x', '0x1'), ...worked.slice(2)]
    const { outcome } = await tried({ eth_simulateV1: [{ calls }] }, [approve, swap])
    expect(outcome).toMatchObject({ data: { gas: 150_000n }, changes: { [token.id]: 50n } })
  })

  test('behavior: the peak of gas counts where the node tells it', async () => {
    const calls = worked.with(2, { ...good('0x', '0x186a0'), maxUsedGas: '0x1d4c0' } as never)
    expect((await tried({ eth_simulateV1: [{ calls }] })).outcome).toMatchObject({
      data: { gas: 144_000n },
    })
  })

  test('behavior: a token that does not answer has no change, the others have', async () => {
    for (const at of [1, 4]) {
      const calls = worked.with(at, { ...good(), status: '0x0' })
      const { outcome } = await tried({ eth_simulateV1: [{ calls }] })
      expect(outcome).toMatchObject({ changes: { [coin.id]: -10n } })
      expect((outcome as { changes: object }).changes).not.toHaveProperty([token.id])
    }
  })

  test.each([
    [
      { status: '0x0', error: { code: 3, message: 'execution reverted: K' } },
      { code: 3, message: 'execution reverted: K' },
    ],
    [
      { status: '0x0', error: { code: -32603, message: 'execution failed' } },
      { code: -32603, message: 'execution reverted: execution failed' },
    ],
    [{ status: '0x0' }, { code: 3, message: 'execution reverted: ' }],
  ])('behavior: a call that fails with %o throws it', async (failed, error) => {
    const calls = worked.with(2, { ...good(), ...failed })
    expect((await tried({ eth_simulateV1: [{ calls }] })).outcome).toMatchObject({ error })
  })

  test('behavior: an approval that fails is as bad', async () => {
    const calls = [...worked.slice(0, 2), { ...good(), status: '0x0' }, ...worked.slice(2)]
    expect((await tried({ eth_simulateV1: [{ calls }] }, [approve, swap])).outcome).toMatchObject({
      error: { message: 'execution reverted: ' },
    })
  })

  test.each([
    null,
    'x',
    {},
    [],
    [{}],
    [{ calls: worked.slice(1) }],
    [{ calls: [...worked, good()] }],
    [{ calls: worked.with(2, { ...good(), status: 'ok' }) }],
    [{ calls: worked.with(2, { ...good(), gasUsed: 'much' }) }],
    [{ calls: worked.with(2, { ...good(), gasUsed: `0x${'f'.repeat(64)}` }) }],
    [{ calls: worked.with(2, null as never) }],
  ])('behavior: %j is no answer', async (answer) => {
    expect((await tried({ eth_simulateV1: answer ?? [] })).outcome).toMatchObject({
      error: { code: 'rpc-answer-invalid' },
    })
  })

  test.each([
    absent,
    Object.assign(new Error('invalid argument 0'), { code: -32602 }),
    Object.assign(new Error('Unsupported method: eth_simulateV1'), { code: -32600 }),
    Object.assign(new Error('not supported'), { code: 4200 }),
  ])('behavior: after "%s" it is estimated, and nothing is said of changes', async (lack) => {
    const { outcome } = await tried({ eth_simulateV1: lack })
    expect(outcome).toEqual({
      fee: 90_000n * 157n,
      feeAsset: coin,
      data: { gas: 90_000n, maxFeePerGas: 157n, maxPriorityFeePerGas: 7n },
    })
  })

  test('behavior: without the method a call that only works behind another has no price', async () => {
    const estimate = ([{ data }]: [{ data: string }]) =>
      data === swap.data ? new Error('execution reverted') : '0xea60'
    const answers = { eth_simulateV1: absent, eth_estimateGas: estimate }
    expect((await tried(answers, [approve, swap])).outcome).toEqual({ fee: 0n, feeAsset: coin })
    expect((await tried(answers, [swap])).outcome).toMatchObject({
      error: { message: 'execution reverted' },
    })
    expect((await tried(answers, [swap, approve])).outcome).toMatchObject({
      error: { message: 'execution reverted' },
    })
  })

  test('behavior: another failure of the node is no lack of the method', async () => {
    const busy = Object.assign(new Error('limit exceeded'), { code: -32005 })
    expect((await tried({ eth_simulateV1: busy })).outcome).toEqual({ error: busy })
  })
})
