import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import {
  adapter,
  type FakeAdapter,
  type FakeStorage,
  type FakeWallet,
  raw,
  storage,
  wallet,
} from '../../test/fake-parts.ts'
import { fakeSwaps } from '../../test/fake-swaps.ts'
import { connect } from '../actions/connect.ts'
import { prepareSend } from '../actions/prepare-send.ts'
import { send } from '../actions/send.ts'
import { watchTransaction } from '../actions/watch-transaction.ts'
import type { Features } from '../contract.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../kit.ts'
import { prepareSwap } from './prepare-swap.ts'
import type { SwapAsset, SwapDraft } from './swap.ts'

const account = 'alpha:1:a1'
const native: SwapAsset = { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 }
const one: SwapAsset = { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6 }
const two: SwapAsset = { id: 'alpha:1/tok:t2', name: 'Two', symbol: 'TWO', decimals: 6 }
const run = {} as {
  kit: Kit
  alpha: FakeAdapter
  fox: FakeWallet
  store: FakeStorage
  sendCall: Mock<NonNullable<Features['sendCall']>>
}
const gateway = { url: 'https://gate.example', project: 'shop' }

beforeEach(async () => {
  fakeSwaps()
  run.sendCall = vi.fn(async () => ({ hash: '0xh', nonce: 4 }))
  run.fox = wallet('fox', ['alpha'], { features: { sendCall: run.sendCall } })
  run.alpha = adapter('alpha', [run.fox])
  run.store = storage()
  run.alpha.balances = [native, one, two].map((asset) => ({ asset, amount: 5000n }))
  const changes = { [native.id]: 0n, [one.id]: -1000n, [two.id]: 2000n }
  run.alpha.simulation = { fee: 3n, feeAsset: native, data: 'gas', changes }
  run.kit = createKit({ adapters: [run.alpha], storage: run.store, gateway })
  run.kit.subscribe(() => undefined)
  await connect(run.kit, { connector: 'fox' })
})
afterEach(() => void vi.unstubAllGlobals())

const prepared = (): Promise<SwapDraft> =>
  prepareSwap(run.kit, {
    quote: {
      account,
      side: 'pay',
      pay: { asset: one, amount: 1000n },
      receive: { asset: two, amount: 2000n },
      at: Date.now(),
    },
  })
const kept = () => run.store.entries.get('latchkey.default.v1.pending') ?? ''
const status = (kit: Kit, id: string) => kit.getState().transactions[id]?.status

describe('send', () => {
  test('default: the approval, then the swap, each with its own call', async () => {
    const { approval, swap, simulation } = await prepared()
    await send(run.kit, { id: approval!.id })
    const sent = await send(run.kit, { id: swap.id, simulation })
    expect(run.sendCall.mock.calls.map(([parameters]) => parameters)).toEqual([
      expect.objectContaining({ from: account, call: approval?.call, chain: run.alpha.chains[0] }),
      expect.objectContaining({ from: account, call: swap.call, simulation }),
    ])
    expect(run.sendCall.mock.calls[0]?.[0]).not.toHaveProperty('simulation')
    expect(sent).toMatchObject({ status: 'submitted', hash: '0xh', nonce: 4, purpose: 'swap' })
    expect(sent).not.toHaveProperty('call')
  })

  test('behavior: declined, it is a draft with its call again', async () => {
    run.sendCall.mockRejectedValueOnce(raw('user-rejected'))
    const { swap } = await prepared()
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({ code: 'user-rejected' })
    expect(run.kit.getState().transactions[swap.id]).toMatchObject({ status: 'draft', call: swap.call })
    expect((await send(run.kit, { id: swap.id })).status).toBe('submitted')
  })

  test('behavior: a wallet that sends no calls is not asked for a transfer instead', async () => {
    const transfer = vi.fn()
    const { swap } = await prepared()
    Object.assign(run.fox.features, { sendCall: undefined, transfer })
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({ code: 'feature-unsupported' })
    expect(transfer).not.toHaveBeenCalled()
  })

  test('behavior: a draft whose call is gone is sent as nothing', async () => {
    const transfer = vi.fn()
    Object.assign(run.fox.features, { transfer })
    const { call: _, ...swap } = (await prepared()).swap
    run.kit.dispatch({ type: 'transaction-drafted', transaction: swap })
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({ code: 'transaction-unknown' })
    expect(transfer).not.toHaveBeenCalled()
  })
})

describe('watchTransaction', () => {
  test('default: a swap settles as a transfer does', async () => {
    const { swap } = await prepared()
    await send(run.kit, { id: swap.id })
    run.alpha.verdicts = [{ state: 'failed', code: 'execution-reverted', fee: 2n }]
    expect(await watchTransaction(run.kit, { id: swap.id })).toMatchObject({
      status: 'failed',
      purpose: 'swap',
      fee: 2n,
      error: { code: 'execution-reverted' },
    })
  })

  test('behavior: the chain is asked what the swap has brought', async () => {
    const { swap } = await prepared()
    await send(run.kit, { id: swap.id })
    run.alpha.verdicts = [{ state: 'confirmed', block: '1', received: 1990n }]
    const asked = vi.spyOn(run.alpha.read, 'verdict')
    expect((await watchTransaction(run.kit, { id: swap.id })).receives).toEqual({ ...swap.receives, received: 1990n })
    expect(asked.mock.calls[0]?.[1]).toMatchObject({ receives: two })
  })
})

describe('restorePending', () => {
  const reload = (text: string) => {
    run.store.entries.set('latchkey.default.v1.pending', text)
    const kit = createKit({ adapters: [run.alpha], storage: run.store, gateway })
    kit.subscribe(() => undefined)
    return kit
  }

  test('default: what a swap is and brings outlives a reload, its call does not', async () => {
    const { approval, swap } = await prepared()
    await send(run.kit, { id: approval!.id })
    run.sendCall.mockReturnValueOnce(new Promise(() => undefined))
    void send(run.kit, { id: swap.id }).catch(() => undefined)
    await vi.waitFor(() => expect(kept()).toContain(swap.id))
    const kit = reload(kept())
    await vi.waitFor(() => expect(status(kit, swap.id)).toBe('unknown'))
    const { call: _, ...rest } = swap
    expect(kit.getState().transactions[swap.id]).toEqual({ ...rest, status: 'unknown' })
    expect(kit.getState().transactions[approval!.id]).toMatchObject({ status: 'submitted', purpose: 'approve' })
    run.alpha.verdicts = [{ state: 'confirmed', block: '1' }]
    expect((await watchTransaction(kit, { id: approval!.id })).status).toBe('confirmed')
  })

  const good = {
    id: 'good',
    status: 'submitted',
    chain: 'alpha:1',
    from: account,
    to: 'a9',
    asset: one,
    amount: '1000',
    hash: '0xh',
    createdAt: 1,
    purpose: 'swap',
    receives: { asset: two, amount: '2000', minimum: '1980' },
  }
  test.each([
    { purpose: 'gift' },
    { purpose: 'constructor' },
    { receives: undefined },
    { receives: { ...good.receives, minimum: '-1' } },
    { receives: { ...good.receives, amount: 2000 } },
    { receives: { ...good.receives, asset: { ...two, decimals: 300 } } },
    { receives: { ...good.receives, asset: { ...two, id: 'alpha:2/tok:t2' } } },
    { asset: { ...one, decimals: -1 } },
    { asset: { ...one, symbol: 'x'.repeat(201) } },
    { amount: '1e3' },
    { fee: '1.5' },
    { nonce: 0.5 },
  ])('behavior: with %o it is none', async (more) => {
    const kit = reload(JSON.stringify([{ ...good, id: 'bad', ...more }, good]))
    await vi.waitFor(() => expect(status(kit, 'good')).toBe('submitted'))
    expect(status(kit, 'bad')).toBeUndefined()
  })

  test('behavior: fields that are none of ours are left behind', async () => {
    const call = { to: 'a9', data: '0xabcd', value: '1' }
    const odd = {
      ...good,
      call,
      error: { code: 'x' },
      feeAsset: { id: 'no' },
      __proto__: { status: 'draft' },
      html: '<b>',
    }
    const kit = reload(JSON.stringify([odd]))
    await vi.waitFor(() => expect(status(kit, 'good')).toBe('submitted'))
    expect(kit.getState().transactions.good).toEqual({
      ...good,
      amount: 1000n,
      receives: { asset: two, amount: 2000n, minimum: 1980n },
    })
  })
})

describe('prepareSend', () => {
  test('behavior: the contract of a swap is no receiver one has sent to', async () => {
    const { swap } = await prepared()
    await send(run.kit, { id: swap.id })
    Object.assign(run.fox.features, { transfer: async () => ({ hash: '0xi' }) })
    const { estimate } = await prepareSend(run.kit, { asset: native, amount: 1n, to: 'a9' })
    expect(estimate.notes).toContain('first-time-receiver')
  })

  test('behavior: a token that the operator warns of; one who does not answer warns of nothing', async () => {
    const swaps = fakeSwaps()
    Object.assign(run.fox.features, { transfer: async () => ({ hash: '0xi' }) })
    const warned = { name: 'One', symbol: 'ONE', address: 'alpha:1:t1', decimals: 6, warning: 'A copy' }
    swaps.answers.tokens = { tokens: [warned] }
    run.kit.memory.clear()
    const notes = async (asset: SwapAsset) =>
      (await prepareSend(run.kit, { asset, amount: 1n, to: 'a7', known: ['a7'] })).estimate.notes
    expect(await notes(one)).toEqual(['warned-token'])
    expect(await notes(two)).toEqual([])
    run.kit.memory.clear()
    swaps.answers.tokens = 'no list'
    expect(await notes(one)).toEqual([])
  })
})
