import { hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred, raw, session } from '../../test/fake-parts.ts'
import { fakeSwaps } from '../../test/fake-swaps.ts'
import {
  account,
  fees,
  gateway,
  moves,
  native,
  one,
  quoteOf,
  type SwapStage,
  swapStage,
  three,
  two,
} from '../../test/swap-stage.ts'
import { withNothingKept } from '../../test/with-nothing-kept.ts'
import type { Simulation } from '../contract/reader.ts'
import { createKit } from '../create-kit.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { prepareSend } from '../send/prepare-send.ts'
import { send } from '../send/send.ts'
import { watchTransaction } from '../send/watch-transaction.ts'
import { prepareSwap } from './prepare-swap.ts'
import type { SwapAsset, SwapDraft } from './swap.ts'

const run = {} as SwapStage

beforeEach(async () => void Object.assign(run, await swapStage()))
afterEach(() => void vi.unstubAllGlobals())

const prepared = (more: Partial<prepareSwap.Parameters> = {}): Promise<SwapDraft> =>
  prepareSwap(run.kit, { quote: quoteOf(), ...more })
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

  test('behavior: each is tried on the state of the press, with what was looked at when it was drafted', async () => {
    const { approval, swap, simulation } = await prepared({ assets: [three] })
    const tried = vi.spyOn(run.alpha.read, 'simulate')
    await send(run.kit, { id: approval!.id })
    await send(run.kit, { id: swap.id, simulation })
    expect(tried.mock.calls.map(([, { from, calls }]) => [from, calls])).toEqual([
      [account, [approval?.call]],
      [account, [swap.call]],
    ])
    expect(tried.mock.calls[1]?.[1].assets.map(({ id }) => id)).toEqual([one.id, two.id, native.id])
  })

  const gone: readonly [string, string, Simulation | Error][] = [
    ['swap-quote-expired', 'it reverts', raw('execution-reverted')],
    ['swap-quote-expired', 'less arrives', { ...fees, changes: { ...moves, [two.id]: 1979n } }],
    ['swap-quote-expired', 'more leaves', { ...fees, changes: { ...moves, [one.id]: -1001n } }],
    [
      'swap-quote-expired',
      'something else leaves',
      { ...fees, changes: { ...moves, [native.id]: -1n } },
    ],
    ['rate-limited', 'nobody can be asked', raw('rate-limited')],
    ['insufficient-fee-funds', 'there is nothing for the fee', raw('insufficient-funds')],
  ]
  test.each(gone)(
    'behavior: %s, and the wallet is not asked, when %s at the press',
    async (code, _, now) => {
      const { swap, simulation } = await prepared()
      const before = run.alpha.simulation
      run.alpha.simulation = now
      await expect(send(run.kit, { id: swap.id, simulation })).rejects.toMatchObject({ code })
      expect(run.sendCall).not.toHaveBeenCalled()
      const after = run.kit.getState().transactions[swap.id]
      expect(after).toMatchObject({ status: 'draft', call: swap.call, error: { code } })
      run.alpha.simulation = before
      expect((await send(run.kit, { id: swap.id, simulation })).status).toBe('submitted')
    },
  )

  test('behavior: a minimum that still arrives is enough, and a maximum that still leaves', async () => {
    const { swap } = await prepared({ quote: quoteOf({ side: 'receive' }) })
    const next = await prepared()
    run.alpha.simulation = { ...fees, changes: { ...moves, [one.id]: -1010n } }
    expect((await send(run.kit, { id: swap.id })).status).toBe('submitted')
    run.alpha.simulation = { ...fees, changes: { ...moves, [two.id]: 1980n } }
    expect((await send(run.kit, { id: next.swap.id })).status).toBe('submitted')
  })

  test('behavior: an approval the token would refuse is not asked for', async () => {
    const { approval } = await prepared()
    run.alpha.simulation = raw('execution-reverted')
    await expect(send(run.kit, { id: approval!.id })).rejects.toMatchObject({
      code: 'swap-simulation-failed',
    })
    expect(run.sendCall).not.toHaveBeenCalled()
  })

  test('behavior: pressed twice while it is tried, the wallet is asked once', async () => {
    const { swap } = await prepared()
    const tried = deferred<Simulation>()
    run.alpha.read.simulate = () => tried.promise
    const first = send(run.kit, { id: swap.id })
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({
      code: 'transaction-unknown',
    })
    tried.resolve({ ...fees, changes: moves })
    expect((await first).status).toBe('submitted')
    expect(run.sendCall).toHaveBeenCalledOnce()
  })

  test.each([
    [
      'account-missing',
      () =>
        run.fox.emit({ type: 'session', session: session('alpha', ['a5']), reason: 'accounts' }),
    ],
    ['not-connected', () => run.fox.emit({ type: 'end' })],
  ])('behavior: %s when the wallet goes elsewhere while it is tried', async (code, go) => {
    const { swap } = await prepared()
    const tried = deferred<Simulation>()
    run.alpha.read.simulate = () => tried.promise
    const outcome = send(run.kit, { id: swap.id }).catch((error) => hasCode(error) && error.code)
    go()
    tried.resolve({ ...fees, changes: moves })
    expect(await outcome).toBe(code)
    expect([run.sendCall.mock.calls.length, status(run.kit, swap.id)]).toEqual([0, 'draft'])
  })

  test('behavior: who leaves while it is tried has sent nothing', async () => {
    const { swap } = await prepared()
    const controller = new AbortController()
    const outcome = send(run.kit, { id: swap.id, signal: controller.signal })
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
    expect([run.sendCall.mock.calls.length, status(run.kit, swap.id)]).toEqual([0, 'draft'])
  })

  test('behavior: declined, it is a draft with its call again', async () => {
    run.sendCall.mockRejectedValueOnce(raw('user-rejected'))
    const { swap } = await prepared()
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({ code: 'user-rejected' })
    expect(run.kit.getState().transactions[swap.id]).toMatchObject({
      status: 'draft',
      call: swap.call,
    })
    expect((await send(run.kit, { id: swap.id })).status).toBe('submitted')
  })

  test('behavior: a wallet that sends no calls is not asked for a transfer instead', async () => {
    const transfer = vi.fn()
    const { swap } = await prepared()
    Object.assign(run.fox.features, { sendCall: undefined, transfer })
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({
      code: 'feature-unsupported',
    })
    expect(transfer).not.toHaveBeenCalled()
  })

  test('behavior: a draft whose call is gone is sent as nothing', async () => {
    const transfer = vi.fn()
    Object.assign(run.fox.features, { transfer })
    const { call: _, ...swap } = (await prepared()).swap
    run.kit[inside].dispatch({ type: 'transaction-drafted', transaction: swap })
    await expect(send(run.kit, { id: swap.id })).rejects.toMatchObject({
      code: 'transaction-unknown',
    })
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
    expect((await watchTransaction(run.kit, { id: swap.id })).receives).toEqual({
      ...swap.receives,
      received: 1990n,
    })
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
    const { approval, swap } = await prepared({ quote: quoteOf({ side: 'receive' }) })
    await send(run.kit, { id: approval!.id })
    run.sendCall.mockReturnValueOnce(new Promise(() => undefined))
    void send(run.kit, { id: swap.id }).catch(() => undefined)
    await vi.waitFor(() => expect(kept()).toContain(swap.id))
    const kit = reload(kept())
    await vi.waitFor(() => expect(status(kit, swap.id)).toBe('unknown'))
    const { call: _, ...rest } = swap
    expect(rest.maximum).toBe(1010n)
    expect(kit.getState().transactions[swap.id]).toEqual({ ...rest, status: 'unknown' })
    expect(kit.getState().transactions[approval!.id]).toMatchObject({
      status: 'submitted',
      purpose: 'approve',
    })
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
    const warned = {
      name: 'One',
      symbol: 'ONE',
      address: 'alpha:1:t1',
      decimals: 6,
      warning: 'A copy',
    }
    swaps.answers.tokens = { tokens: [warned] }
    Object.assign(run, { kit: withNothingKept(run.kit) })
    const notes = async (asset: SwapAsset) =>
      (await prepareSend(run.kit, { asset, amount: 1n, to: 'a7', known: ['a7'] })).estimate.notes
    expect(await notes(one)).toEqual(['warned-token'])
    expect(await notes(two)).toEqual([])
    Object.assign(run, { kit: withNothingKept(run.kit) })
    swaps.answers.tokens = 'no list'
    expect(await notes(one)).toEqual([])
  })
})
