import type { Asset } from '@latchkey/protocol'
import { decodeFunctionData, erc20Abi } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, devnet, found, grace, request, settle, signal } from '../../test/fixture.ts'
import { nativeAsset } from '../chains.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const coin = nativeAsset(devnet)
const token: Asset = {
  id: `eip155:31337/erc20:${grace}`,
  name: 'Token',
  symbol: 'TOK',
  decimals: 6,
}
const from = `eip155:31337:${ada}` as const

async function sent(
  asset: Asset,
  more: object = {},
  change: (wallet: ReturnType<typeof found>['wallet']) => void = () => {},
) {
  const { connector, wallet } = found({ chains: [5] })
  await connector.connect(request())
  change(wallet)
  const answer = connector.features.transfer?.({
    transfer: { from, to: grace, asset, amount: 1_000_000n, ...more },
    chain: devnet,
    signal,
    ...more,
  })
  const error = await answer?.then(
    () => undefined,
    (error: unknown) => error,
  )
  const params = wallet.requests.find(({ method }) => method === 'eth_sendTransaction')?.params as [
    Record<string, `0x${string}`>,
  ]
  return { error, params: params?.[0], answer }
}

describe('transfer', () => {
  test('default', async () => {
    const { params, error } = await sent(coin)
    expect(error).toBeUndefined()
    expect(params).toEqual({ from: ada, to: grace, value: '0xf4240', chainId: '0x7a69' })
  })

  test('parameters: asset', async () => {
    const { params } = await sent(token, { to: ada })
    expect([params?.to, params?.value]).toEqual([grace, '0x0'])
    expect(decodeFunctionData({ abi: erc20Abi, data: params?.data ?? '0x' })).toEqual({
      functionName: 'transfer',
      args: [ada, 1_000_000n],
    })
  })

  test('parameters: estimate', async () => {
    const data = {
      gas: 21_000n,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 1n,
      nonsense: 'x',
      gasPrice: '0x1',
    }
    const { params } = await sent(coin, { estimate: { fee: 0n, feeAsset: coin, notes: [], data } })
    expect(params).toMatchObject({
      gas: '0x5208',
      maxFeePerGas: '0x3',
      maxPriorityFeePerGas: '0x1',
    })
    expect(Object.keys(params ?? {})).not.toContain('gasPrice')
  })

  test('behavior: a receiver without 0x gets it', async () => {
    expect((await sent(coin, { to: grace.slice(2) })).params?.to).toBe(grace)
  })

  test.each([
    ['receiver-invalid', { to: 'ada.eth' }],
    ['amount-invalid', { amount: 0n }],
    ['amount-invalid', { amount: -1n }],
    ['amount-invalid', { amount: 1n << 256n }],
    ['token-address-required', { asset: { ...token, id: 'eip155:31337/erc721:0x1' } }],
  ])('behavior: %s is refused before the wallet is asked', async (code, more) => {
    const { error, params } = await sent(coin, more)
    expect([error, params]).toMatchObject([{ code }, undefined])
  })

  test('behavior: a wallet on another chain is not asked', async () => {
    const { error, params } = await sent(coin, {}, (wallet) => wallet.selectChain(5))
    expect([error, params]).toMatchObject([{ code: 'chain-mismatch' }, undefined])
  })

  test.each([null, '0x', '0x12', 'sent', {}, `0x${'g'.repeat(64)}`])(
    'behavior: answer %o is no hash',
    async (lie) => {
      const { error } = await sent(coin, {}, (wallet) =>
        wallet.behave({ lie }, 'eth_sendTransaction'),
      )
      expect(error).toMatchObject({ code: 'wallet-answer-invalid' })
    },
  )

  test.each([
    ['0x7', 7],
    ['seven', undefined],
    [null, undefined],
  ])('behavior: nonce %o is read back', async (nonce, expected) => {
    const { answer } = await sent(coin, {}, (wallet) =>
      wallet.behave({ lie: { nonce } }, 'eth_getTransactionByHash'),
    )
    expect((await answer)?.nonce).toBe(expected)
  })

  test('behavior: a hash that comes after the abort still counts, an abort before the question asks nothing', async () => {
    const { connector, wallet } = found()
    await connector.connect(request())
    wallet.behave('hang', 'eth_sendTransaction')
    const controller = new AbortController()
    const transfer = { from, to: grace, asset: coin, amount: 1n }
    const sending = connector.features.transfer?.({
      transfer,
      chain: devnet,
      signal: controller.signal,
    })
    await settle()
    controller.abort()
    expect(await wallet.release()).toBe(true)
    expect((await sending)?.hash).toMatch(/^0x/)
    const late = connector.features.transfer?.({
      transfer,
      chain: devnet,
      signal: controller.signal,
    })
    await expect(late).rejects.toMatchObject({ code: 'aborted' })
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  test('behavior: a wallet that never tells the nonce delays by one second at most', async () => {
    vi.useFakeTimers()
    // The platform's own time limit goes by no fake clock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
      return controller.signal
    })
    const done = vi.fn()
    void sent(coin, {}, (wallet) => wallet.behave('hang', 'eth_getTransactionByHash')).then(done)
    await vi.advanceTimersByTimeAsync(900)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(101)
    expect(done).toHaveBeenCalledOnce()
    expect(done.mock.calls[0]?.[0].error).toBeUndefined()
  })
})
