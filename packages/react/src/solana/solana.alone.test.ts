// @vitest-environment happy-dom

import { disconnect, getAccount, switchAccount } from '@latchkey/core'
import { solana, solanaLocal } from '@latchkey/solana'
import { getMessageSigner, getTransactionSigner } from '@latchkey/solana/signer'
import { mockSolanaWallet } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { drawHook } from '../../test/draw-hook.ts'
import * as hooks from './index.ts'

function scene() {
  const page = new EventTarget()
  const wallet = mockSolanaWallet()
  wallet.install(page)
  const [ada = '', grace = ''] = wallet.accounts.map(({ address }) => address)
  return { adapters: [solana({ chains: [solanaLocal], page })] as const, wallet, ada, grace }
}

/** An empty transaction that `address` pays for: one signer, no instruction. */
async function transactionOf(address: string): Promise<string> {
  const { getAddressEncoder } = await import('@solana/kit')
  const key = getAddressEncoder().encode(address as never)
  const message = [1, 0, 0, 1, ...key, ...new Uint8Array(32).fill(7), 0]
  return Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64')
}

describe('useTransactionSigner', () => {
  test('default: follows the selected account, and is none without a wallet', async () => {
    const { adapters, ada, grace } = scene()
    const { kit, seen, last, act, join } = await drawHook(adapters, () => ({
      transactions: hooks.useTransactionSigner(),
      messages: hooks.useMessageSigner(),
      account: hooks.useWalletStandardAccount(),
    }))
    expect(last()).toEqual({})
    await join()
    expect(last().transactions).toBe(getTransactionSigner(kit))
    expect(last().messages).toBe(getMessageSigner(kit))
    expect([last().transactions?.address, last().account?.address]).toEqual([ada, ada])
    const [, second] = getAccount(kit, { namespace: 'solana' }).accounts
    await act(() => switchAccount(kit, { account: second?.account ?? 'solana:none:none' }))
    expect(last().transactions?.address).toBe(grace)
    expect([last().messages?.address, last().account?.address]).toEqual([grace, grace])
    await act(() => disconnect(kit))
    expect(last()).toEqual({})
    // Drawn without a signer, with the first and with the second: never anything else between.
    expect(new Set(seen.map(({ transactions }) => transactions?.address)).size).toBe(3)
  })
})

describe('useSignTransaction', () => {
  test('default', async () => {
    const { adapters, ada } = scene()
    const { last, act, join } = await drawHook(adapters, hooks.useSignTransaction)
    await join()
    const transaction = await transactionOf(ada)
    await act(() => last().run({ transaction }))
    expect(last().state).toMatchObject({ status: 'done', value: { account: expect.any(String) } })
  })

  test('behavior: a declined prompt is a state with its code', async () => {
    const { adapters, wallet, ada } = scene()
    const { last, act, join } = await drawHook(adapters, hooks.useSignTransaction)
    await join()
    wallet.behave('reject')
    const transaction = await transactionOf(ada)
    await act(() => last().run({ transaction }))
    expect(last().state).toMatchObject({ status: 'failed', error: { code: 'user-rejected' } })
  })
})

test.each([
  [hooks.useSignAllTransactions, 'transactions'],
  [hooks.useSignAndSendTransaction, 'signature'],
] as const)('a signing hook: default: %#', async (useIt, field) => {
  const { adapters, ada } = scene()
  const { last, act, join } = await drawHook<{
    readonly state: object
    readonly run: (parameters: never) => unknown
  }>(adapters, useIt)
  await join()
  const transaction = await transactionOf(ada)
  await act(() => last().run({ transaction, transactions: [transaction] } as never))
  expect(last().state).toMatchObject({ status: 'done', value: { [field]: expect.anything() } })
})

describe('useSignMessages', () => {
  test('default', async () => {
    const { adapters, ada } = scene()
    const { last, act, join } = await drawHook(adapters, hooks.useSignMessages)
    await join()
    await act(() => last().run({ messages: ['Hello', 'again'] }))
    const { state } = last()
    expect(state.status === 'done' && state.value.signatures.length).toBe(2)
    expect(state.status === 'done' && state.value.account.endsWith(ada)).toBe(true)
  })
})

describe('useSendTransaction', () => {
  test('behavior: an unsigned one is refused by its code', async () => {
    const { adapters, ada } = scene()
    const { last, act } = await drawHook(adapters, hooks.useSendTransaction)
    const transaction = await transactionOf(ada)
    await act(() => last().run({ transaction }))
    expect(last().state).toMatchObject({ status: 'failed', error: { code: 'rpc-invalid-params' } })
  })
})
