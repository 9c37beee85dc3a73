import type { Call } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { ada, devnet, found, grace, request, settle, signal } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'

const from = `eip155:31337:${ada}` as const
const call: Call = { to: grace, data: '0x095ea7b3', value: 7n }

async function sent(
  more: Partial<Call> = {},
  simulation?: { readonly data?: unknown },
  change: (wallet: ReturnType<typeof found>['wallet']) => void = () => {},
) {
  const { connector, wallet } = found({ chains: [5] })
  await connector.connect(request())
  change(wallet)
  const answer = connector.features.sendCall?.({
    from,
    call: { ...call, ...more },
    chain: devnet,
    signal,
    ...(simulation && { simulation: { fee: 0n, feeAsset: nativeAsset(devnet), ...simulation } }),
  })
  const error = await answer?.then(
    () => undefined,
    (error: unknown) => error,
  )
  const params = wallet.requests.find(({ method }) => method === 'eth_sendTransaction')
    ?.params as readonly unknown[]
  return { error, params: params?.[0] }
}

describe('sendCall', () => {
  test('default', async () => {
    const { params, error } = await sent()
    expect(error).toBeUndefined()
    expect(params).toEqual({
      from: ada,
      to: grace,
      value: '0x7',
      chainId: '0x7a69',
      data: '0x095ea7b3',
    })
  })

  test('parameters: simulation', async () => {
    const data = { gas: 99_000n, maxFeePerGas: 3n, maxPriorityFeePerGas: 1n, nonce: 9n }
    const { params } = await sent({}, { data })
    expect(params).toMatchObject({
      gas: '0x182b8',
      maxFeePerGas: '0x3',
      maxPriorityFeePerGas: '0x1',
    })
    expect(params).not.toHaveProperty('nonce')
    expect((await sent({}, {})).params).not.toHaveProperty('gas')
  })

  test('parameters: call, an address without 0x gets it', async () => {
    expect((await sent({ to: grace.slice(2) })).params).toMatchObject({ to: grace })
  })

  test.each([
    ['receiver-invalid', { to: 'router.eth' }],
    ['amount-invalid', { value: -1n }],
    ['amount-invalid', { value: 1n << 256n }],
    ['rpc-invalid-params', { data: '095ea7b3' }],
    ['rpc-invalid-params', { data: '0x095' }],
    ['rpc-invalid-params', { data: `0x${'00'.repeat(65_537)}` }],
  ])('behavior: %s is refused before the wallet is asked', async (code, more) => {
    expect(await sent(more)).toMatchObject({ error: { code }, params: undefined })
  })

  test('behavior: a wallet on another chain is not asked', async () => {
    const { error, params } = await sent({}, undefined, (wallet) => wallet.selectChain(5))
    expect([error, params]).toMatchObject([{ code: 'chain-mismatch' }, undefined])
  })

  test('behavior: a hash that comes after the abort still counts', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    wallet.behave('hang', 'eth_sendTransaction')
    const controller = new AbortController()
    const sending = connector.features.sendCall?.({
      from,
      call,
      chain: devnet,
      signal: controller.signal,
    })
    await settle()
    controller.abort()
    expect(await wallet.release()).toBe(true)
    expect((await sending)?.hash).toMatch(/^0x/)
  })
})
