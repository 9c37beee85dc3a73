// @vitest-environment happy-dom

import { bitcoin, regtest } from '@latchkey/bitcoin'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { drawHook } from '../../test/draw-hook.ts'
import * as hooks from './index.ts'

const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const chain = { id: regtest, name: 'Regtest', nativeCurrency, rpcUrls: [], testnet: true }

function scene() {
  const page = {}
  const wallet = mockWbipWallet({ persona: wbipPersonas.rich })
  wallet.install(page)
  return { wallet, adapters: [bitcoin({ chains: [chain], page })] as const }
}

test('useSendTransfer: default, and a declined prompt', async () => {
  const { wallet, adapters } = scene()
  const { last, act, join } = await drawHook(adapters, hooks.useSendTransfer)
  await join()
  const to = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
  await act(() => last().run({ to, amount: 5000n }))
  expect(last().state).toEqual({ status: 'done', value: { txid: 'ab'.repeat(32) } })
  expect(wallet.requests.at(-1)?.method).toBe('sendTransfer')
  wallet.behave('reject')
  await act(() => last().run({ recipients: [{ address: to, amount: 5000n }] }))
  expect(last().state).toMatchObject({ status: 'failed', error: { code: 'user-rejected' } })
})

test('useGetAddresses: default', async () => {
  const { wallet, adapters } = scene()
  const { last, act, join } = await drawHook(adapters, hooks.useGetAddresses)
  await join()
  await act(() => last().run({ purposes: ['payment'] }))
  const { state } = last()
  const [payment] = wallet.addresses()
  expect(state.status === 'done' && state.value[0]).toMatchObject({ address: payment?.address })
})

test('useSignPsbt: what is no PSBT is refused before the wallet is asked', async () => {
  const { wallet, adapters } = scene()
  const { last, act, join } = await drawHook(adapters, hooks.useSignPsbt)
  await join()
  const asked = wallet.requests.length
  await act(() => last().run({ psbt: new Uint8Array(8) }))
  expect(last().state).toMatchObject({ status: 'failed', error: { code: 'rpc-invalid-params' } })
  expect(wallet.requests).toHaveLength(asked)
})

test('useGetFeeRates: without a node it fails with its code', async () => {
  const { adapters } = scene()
  const { last, act } = await drawHook(adapters, hooks.useGetFeeRates)
  await act(() => last().run({ chain: regtest }))
  expect(last().state).toMatchObject({ status: 'failed', error: { code: 'read-unavailable' } })
})
