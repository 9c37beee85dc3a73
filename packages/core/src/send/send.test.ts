import { hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  adapter,
  deferred,
  type FakeAdapter,
  raw,
  session,
  storage,
  wallet,
} from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import type { TransferEstimate } from '../contract/reader.ts'
import { createKit } from '../create-kit.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import { discardTransaction } from './discard-transaction.ts'
import { prepareSend } from './prepare-send.ts'
import { send } from './send.ts'
import { watchTransaction } from './watch-transaction.ts'

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
type Answer = { readonly hash: string; readonly nonce?: number }
async function setUp(
  transfer: false | (() => Promise<Answer>) = async () => ({ hash: '0xh', nonce: 4 }),
) {
  const w = wallet('w', ['alpha'], { features: transfer ? { transfer: vi.fn(transfer) } : {} })
  const alpha = adapter('alpha', [w])
  const store = storage()
  const kit = createKit({ adapters: [alpha], storage: store })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'w' })
  const asset = alpha.nativeAsset(alpha.chains[0]!)
  return { kit, alpha, w, store, asset }
}
async function drafted(...parameters: Parameters<typeof setUp>) {
  const parts = await setUp(...parameters)
  const draft = await prepareSend(parts.kit, { asset: parts.asset, amount: 5n, to: 'a2' })
  return { ...parts, draft, id: draft.transaction.id }
}
const status = (kit: Kit, id: string): string | undefined => kit.getState().transactions[id]?.status

describe('prepareSend', () => {
  test('default', async () => {
    const { draft, kit, asset } = await drafted()
    expect(draft.transaction).toMatchObject({
      status: 'draft',
      from: 'alpha:1:a1',
      to: 'a2',
      amount: 5n,
      fee: 1n,
      asset,
    })
    expect(draft.estimate.notes).toEqual(['first-time-receiver'])
    expect(status(kit, draft.transaction.id)).toBe('draft')
  })

  test('parameters: to, as a name and as CAIP-10', async () => {
    const { kit, alpha, asset } = await setUp()
    alpha.names = { 'ada.name': 'a7', 'bad.name': 'zz' }
    const to = async (text: string) =>
      (await prepareSend(kit, { asset, amount: 1n, to: text })).transaction
    expect(await to(' ada.name ')).toMatchObject({ to: 'a7', toName: 'ada.name' })
    expect(await to('alpha:1:a3')).toMatchObject({ to: 'a3' })
    expect(await codeOf(to('bad.name'))).toBe('receiver-invalid')
  })

  test('parameters: known', async () => {
    const { kit, asset } = await setUp()
    const notes = async (known: readonly string[]) =>
      (await prepareSend(kit, { asset, amount: 1n, to: 'a123xx9876', known })).estimate.notes
    expect(await notes(['a123xx9876'])).toEqual([])
    expect(await notes(['a123yy9876'])).toEqual(['first-time-receiver', 'similar-receiver'])
    expect(await notes(['a124yy9876'])).toEqual(['first-time-receiver'])
  })

  const reverting = (alpha: FakeAdapter): void => {
    alpha.estimate = raw('execution-reverted')
  }
  const least = (alpha: FakeAdapter): void => {
    alpha.estimate = { ...(alpha.estimate as TransferEstimate), least: 10n }
  }
  const bad = { asset: undefined, amount: 0n, to: 'zz' }
  test.each<[string, object, ((alpha: FakeAdapter) => void)?]>([
    ['amount-and-receiver-required', { ...bad, amount: undefined }],
    ['amount-and-receiver-required', { ...bad, to: ' ' }],
    ['token-required', bad],
    ['chain-mismatch', { ...bad, asset: { id: 'alpha:2/slip44:60' } }],
    ['token-address-required', { ...bad, asset: { id: 'alpha:1/tok:no' } }],
    ['receiver-invalid', { amount: 0n, to: 'zz' }],
    ['receiver-invalid', { amount: 0n, to: 'alpha:1:zz' }],
    ['receiver-chain-mismatch', { amount: 0n, to: 'alpha:2:a2' }],
    ['receiver-chain-mismatch', { amount: 0n, to: 'eip155:2:a2' }],
    ['receiver-invalid', { amount: 0n, to: 'nobody:2:a2' }],
    ['name-not-found', { amount: 0n, to: 'no.name' }],
    ['amount-invalid', { amount: 0n }],
    ['amount-invalid', { amount: -1n }],
    ['amount-invalid', { amount: 2n ** 256n }],
    ['amount-invalid', { amount: 9n }, least],
    ['resolved', { amount: 10n }, least],
    ['insufficient-funds', { amount: 101n }],
    ['insufficient-funds', { amount: 101n }, reverting],
    ['execution-reverted', { amount: 1n }, reverting],
    ['insufficient-fee-funds', { amount: 100n }],
    ['resolved', { amount: 99n }],
  ])('behavior: %s', async (code, parameters, change) => {
    const { kit, asset, alpha } = await setUp()
    change?.(alpha)
    expect(
      await codeOf(prepareSend(kit, { asset, amount: 1n, to: 'a2', ...parameters } as never)),
    ).toBe(code)
  })

  test('behavior: a wallet that cannot send comes first', async () => {
    const { kit } = await setUp(false)
    expect(await codeOf(prepareSend(kit, bad as never))).toBe('send-chain-unsupported')
  })
})

describe('send', () => {
  test('default', async () => {
    const { kit, id, w, store, draft } = await drafted()
    const sent = await send(kit, { id })
    expect(sent).toMatchObject({ status: 'submitted', hash: '0xh', nonce: 4 })
    expect(w.features.transfer).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        transfer: { from: 'alpha:1:a1', to: 'a2', asset: draft.transaction.asset, amount: 5n },
      }),
    )
    // What persists is loaded with the first event.
    await vi.waitFor(() =>
      expect(store.entries.get('latchkey.default.v1.pending')).toContain('"amount":"5"'),
    )
    expect(await codeOf(send(kit, { id }))).toBe('transaction-unknown')
  })

  test('behavior: a rejection makes it a draft again, and the next try works', async () => {
    const answers: (() => Promise<Answer>)[] = [
      () => Promise.reject(raw('user-rejected')),
      async () => ({ hash: 'h' }),
    ]
    const { kit, id, store } = await drafted(() => answers.shift()!())
    expect(await codeOf(send(kit, { id }))).toBe('user-rejected')
    expect(kit.getState().transactions[id]).toMatchObject({
      status: 'draft',
      error: { code: 'user-rejected' },
    })
    expect(store.entries.has('latchkey.default.v1.pending')).toBe(false)
    expect((await send(kit, { id })).status).toBe('submitted')
  })

  test('behavior: nobody waits any more, yet the wallet sends: the hash is kept', async () => {
    const late = deferred<Answer>()
    const { kit, id } = await drafted(() => late.promise)
    const controller = new AbortController()
    const asked = codeOf(send(kit, { id, signal: controller.signal }))
    expect(status(kit, id)).toBe('signing')
    controller.abort()
    expect(await asked).toBe('aborted')
    expect(status(kit, id)).toBe('unknown')
    late.resolve({ hash: 'h' })
    await vi.waitFor(() => expect(status(kit, id)).toBe('submitted'))
  })

  test('behavior: a wallet that goes while asked leaves it unknown', async () => {
    const { kit, id, w } = await drafted(() => new Promise(() => undefined))
    const asked = codeOf(send(kit, { id }))
    w.emit({ type: 'end' })
    expect(await asked).toBe('wallet-disconnected')
    expect(status(kit, id)).toBe('unknown')
    discardTransaction(kit, { id })
    expect(status(kit, id)).toBeUndefined()
  })

  test.each([{}, null, { hash: '' }, { hash: '<b>' }, { hash: 'x'.repeat(300) }])(
    'behavior: an answer of %o is none',
    async (answer) => {
      const { kit, id } = await drafted(async () => answer as Answer)
      expect(await codeOf(send(kit, { id }))).toBe('wallet-answer-invalid')
      expect(status(kit, id)).toBe('unknown')
    },
  )

  test('behavior: never from another account or chain than reviewed', async () => {
    const { kit, id, w } = await drafted()
    w.emit({ type: 'session', session: session('alpha', ['a5']), reason: 'accounts' })
    expect(await codeOf(send(kit, { id }))).toBe('account-missing')
    w.emit({ type: 'session', session: session('alpha', ['a1'], '2'), reason: 'chain' })
    expect(await codeOf(send(kit, { id }))).toBe('chain-mismatch')
    expect(w.features.transfer).not.toHaveBeenCalled()
    expect(status(kit, id)).toBe('draft')
  })

  test('behavior: a page that dies while the wallet is asked finds it unknown; a submitted one settles by itself', async () => {
    const { kit, id, store, alpha } = await drafted(() => new Promise(() => undefined))
    void send(kit, { id }).catch(() => undefined)
    const other = await drafted()
    await send(other.kit, { id: other.id })
    const pending = [store, other.store].flatMap((s) =>
      JSON.parse(s.entries.get('latchkey.default.v1.pending')!),
    )
    store.entries.set(
      'latchkey.default.v1.pending',
      JSON.stringify([...pending, { id: 'x' }, null]),
    )
    alpha.verdicts = [{ state: 'confirmed', block: '1', fee: 3n }]
    const reloaded = createKit({ adapters: [alpha], storage: store })
    reloaded.subscribe(() => undefined)
    await vi.waitFor(() => expect(status(reloaded, other.id)).toBe('confirmed'))
    const { submittedAt } = other.kit.getState().transactions[other.id]!
    expect(submittedAt).toBeTypeOf('number')
    expect(reloaded.getState().transactions[other.id]).toMatchObject({ submittedAt })
    expect(status(reloaded, id)).toBe('unknown')
    expect(Object.values(reloaded.getState().transactions)).toHaveLength(2)
    expect(reloaded.getState().transactions[other.id]).toMatchObject({ fee: 3n, amount: 5n })
    await vi.waitFor(() =>
      expect(store.entries.get('latchkey.default.v1.pending')).not.toContain(other.id),
    )
  })

  test('behavior: a reload finds all pending transactions, as many as there may be', async () => {
    const { kit, id, store, alpha } = await drafted()
    await send(kit, { id })
    const [sent] = JSON.parse(store.entries.get('latchkey.default.v1.pending')!)
    const name = (count: number): string => `sent-${String(count).padStart(3, '0')}`
    kit[inside].learn({ transaction: reduceTransaction })
    for (let count = 1; count <= 98; count++) {
      const createdAt = sent.createdAt + count
      const transaction = {
        ...kit.getState().transactions[id]!,
        id: name(count),
        status: 'draft' as const,
        createdAt,
      }
      kit[inside].dispatch({ type: 'transaction-drafted', transaction })
      kit[inside].dispatch({ type: 'transaction-signing', id: name(count) })
      kit[inside].dispatch({
        type: 'transaction-submitted',
        id: name(count),
        at: 1,
        hash: `h${count}`,
      })
    }
    const reloaded = createKit({ adapters: [alpha], storage: store })
    reloaded.subscribe(() => undefined)
    const all = [id, ...Array.from({ length: 98 }, (_, index) => name(index + 1))].sort()
    await vi.waitFor(() =>
      expect(Object.keys(reloaded.getState().transactions).sort()).toEqual(all),
    )
  })
})

describe('watchTransaction', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('default: asks until the chain has settled, and not after', async () => {
    const { kit, id, alpha } = await drafted()
    await send(kit, { id })
    const verdict = vi.spyOn(alpha.read, 'verdict')
    alpha.verdicts = [
      { state: 'pending' },
      new Error('node down'),
      { state: 'confirmed', block: '1' },
    ]
    const watched = watchTransaction(kit, { id })
    await vi.advanceTimersByTimeAsync(2500)
    expect(await watched).toMatchObject({ status: 'confirmed' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(verdict).toHaveBeenCalledTimes(3)
  })

  test('behavior: settles with nobody waiting', async () => {
    const { kit, id, alpha } = await drafted()
    alpha.verdicts = [{ state: 'pending' }, { state: 'confirmed', block: '1' }]
    await send(kit, { id })
    await vi.advanceTimersByTimeAsync(2000)
    expect(status(kit, id)).toBe('confirmed')
  })

  test('behavior: however many wait the chain is asked once for all, and those who leave end it for nobody else', async () => {
    const { kit, id, alpha } = await drafted()
    await send(kit, { id })
    await vi.advanceTimersByTimeAsync(0)
    const verdict = vi.spyOn(alpha.read, 'verdict')
    const controller = new AbortController()
    const left = codeOf(watchTransaction(kit, { id, signal: controller.signal }))
    const all = [watchTransaction(kit, { id }), watchTransaction(kit, { id })]
    await vi.advanceTimersByTimeAsync(10)
    controller.abort()
    expect(await left).toBe('aborted')
    alpha.verdicts = [{ state: 'confirmed', block: '1' }]
    await vi.advanceTimersByTimeAsync(1000)
    expect((await Promise.all(all)).map((one) => one.status)).toEqual(['confirmed', 'confirmed'])
    expect(verdict).toHaveBeenCalledTimes(2)
  })

  test('behavior: the adapter is told when it was submitted, so that a fresh one never looks lost', async () => {
    const { kit, id, alpha } = await drafted()
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'))
    const submittedAt = Date.now()
    const verdict = vi.spyOn(alpha.read, 'verdict')
    await send(kit, { id })
    await vi.advanceTimersByTimeAsync(5000)
    expect(verdict.mock.calls.length).toBeGreaterThan(2)
    expect(new Set(verdict.mock.calls.map(([, given]) => given.submittedAt))).toEqual(
      new Set([submittedAt]),
    )
  })

  test('behavior: a watch that begins late counts from the sending, not from its own beginning', async () => {
    const { kit, id, alpha } = await drafted()
    const submittedAt = Date.now()
    kit[inside].dispatch({ type: 'transaction-signing', id })
    kit[inside].dispatch({ type: 'transaction-submitted', id, at: submittedAt, hash: 'h1' })
    vi.setSystemTime(submittedAt + 11 * 60_000)
    const verdict = vi.spyOn(alpha.read, 'verdict')
    alpha.verdicts = [{ state: 'dropped' }]
    await watchTransaction(kit, { id })
    expect(verdict.mock.calls[0]?.[1].submittedAt).toBe(submittedAt)
  })

  test.each([
    [
      { state: 'failed', code: 'execution-reverted' },
      { status: 'failed', error: { code: 'execution-reverted' } },
    ],
    [{ state: 'dropped' }, { status: 'dropped' }],
    [
      { state: 'replaced', by: 'h2' },
      { status: 'replaced', replacedBy: 'h2' },
    ],
  ] as const)('behavior: %o', async (verdict, seen) => {
    const { kit, id, alpha } = await drafted()
    await send(kit, { id })
    alpha.verdicts = [verdict]
    expect(await watchTransaction(kit, { id })).toMatchObject(seen)
  })

  test('parameters: signal', async () => {
    const { kit, id } = await drafted()
    await send(kit, { id })
    const controller = new AbortController()
    const watched = codeOf(watchTransaction(kit, { id, signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await watched).toBe('aborted')
    expect(status(kit, id)).toBe('submitted')
  })

  test('behavior: pauses grow from 1 s to 4 s', async () => {
    const { kit, id, alpha } = await drafted()
    await send(kit, { id })
    const verdict = vi.spyOn(alpha.read, 'verdict')
    void watchTransaction(kit, { id }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(verdict.mock.calls.length).toBeGreaterThanOrEqual(15)
    expect(verdict.mock.calls.length).toBeLessThanOrEqual(18)
  })

  test('behavior: nothing to watch', async () => {
    const { kit, id } = await drafted()
    expect(await codeOf(watchTransaction(kit, { id }))).toBe('transaction-unknown')
    expect(await codeOf(watchTransaction(kit, { id: 'toString' }))).toBe('transaction-unknown')
  })
})
