// @vitest-environment happy-dom

import { clarity, stacks, stacksMainnet } from '@latchkey/stacks'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { drawHook } from '../../test/draw-hook.ts'
import * as hooks from './index.ts'

const nativeCurrency = { name: 'Stacks', symbol: 'STX', decimals: 6 }
const chain = { id: stacksMainnet, name: 'Stacks', nativeCurrency, rpcUrls: [] }
const to = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE'

function scene() {
  const page = {}
  const verbs = Object.fromEntries(
    requests.map(([, method]) => [method, () => ({ txid: 'ab'.repeat(32) })]),
  )
  const wallet = mockWbipWallet({ persona: wbipPersonas.rich, verbs })
  wallet.install(page)
  return { wallet, adapters: [stacks({ chains: [chain], page })] as const }
}

const requests = [
  [
    hooks.useCallContract,
    'stx_callContract',
    { contract: `${to}.market`, functionName: 'buy', functionArgs: [clarity.uint(7n)] },
  ],
  [hooks.useDeployContract, 'stx_deployContract', { name: 'door', clarityCode: '(ok u1)' }],
  [hooks.useTransferStx, 'stx_transferStx', { to, amount: 5n, memo: 'order 7' }],
  [hooks.useTransferSip10, 'stx_transferSip10Ft', { to, asset: `${to}.token::latch`, amount: 5n }],
  [
    hooks.useTransferSip9,
    'stx_transferSip9Nft',
    { to, asset: `${to}.doors::door`, id: clarity.uint(7n) },
  ],
] as const

test.each(requests)(
  'a hook: default, and a declined prompt: %#',
  async (useIt, method, parameters) => {
    const { wallet, adapters } = scene()
    const { last, act, join } = await drawHook<{
      readonly state: object
      readonly run: (parameters: never) => unknown
    }>(adapters, useIt)
    await join()
    await act(() => last().run(parameters as never))
    expect(last().state).toMatchObject({ status: 'done', value: { txid: `0x${'ab'.repeat(32)}` } })
    expect(wallet.requests.at(-1)?.method).toBe(method)
    wallet.behave('reject')
    await act(() => last().run(parameters as never))
    expect(last().state).toMatchObject({ status: 'failed', error: { code: 'user-rejected' } })
  },
)

test('useSignStructuredMessage: what a wallet lacks has its code', async () => {
  const { adapters } = scene()
  const { last, act, join } = await drawHook(adapters, hooks.useSignStructuredMessage)
  await join()
  const domain = { name: 'Shop', version: '1.0.0' }
  await act(() => last().run({ message: clarity.uint(7n), domain }))
  expect(last().state).toMatchObject({ status: 'failed', error: { code: 'rpc-method-not-found' } })
})

test('useSignTransaction: what is no transaction is refused before the wallet is asked', async () => {
  const { wallet, adapters } = scene()
  const { last, act, join } = await drawHook(adapters, hooks.useSignTransaction)
  await join()
  const asked = wallet.requests.length
  await act(() => last().run({ transaction: '00' }))
  expect(last().state).toMatchObject({ status: 'failed', error: { code: 'chain-mismatch' } })
  expect(wallet.requests).toHaveLength(asked)
})
