import { hasCode } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { createKit } from '../create-kit.ts'
import { addTransaction } from './add-transaction.ts'
import { watchTransaction } from './watch-transaction.ts'

async function setUp({ isConnected = true } = {}) {
  const alpha = adapter('alpha', [wallet('w', ['alpha'])])
  const store = storage()
  const kit = createKit({ adapters: [alpha], storage: store })
  kit.subscribe(() => undefined)
  if (isConnected) await connect(kit, { connector: 'w' })
  return { kit, alpha, store }
}
const chain = 'alpha:1'
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )

describe('addTransaction', () => {
  test('default: submitted at once by the connected account, and settled by the chain', async () => {
    const { kit, alpha } = await setUp()
    alpha.verdicts = [{ state: 'confirmed', block: '1', fee: 3n }]
    const added = await addTransaction(kit, { chain, hash: 'h1' })
    expect(added).toMatchObject({
      status: 'submitted',
      purpose: 'page',
      from: 'alpha:1:a1',
      hash: 'h1',
      amount: 0n,
    })
    expect(await watchTransaction(kit, { id: added.id })).toMatchObject({
      status: 'confirmed',
      fee: 3n,
    })
  })

  test('parameters: from, nonce, toast', async () => {
    const { kit } = await setUp({ isConnected: false })
    const from = 'alpha:2:a7'
    expect(
      await addTransaction(kit, { chain: 'alpha:2', hash: 'h', from, nonce: 4, toast: false }),
    ).toMatchObject({ chain: 'alpha:2', from, nonce: 4, isQuiet: true })
    const odd = await addTransaction(kit, { chain: 'alpha:2', hash: 'i', from, nonce: -1 })
    expect(odd.nonce).toBeUndefined()
    expect(odd.isQuiet).toBeUndefined()
  })

  test('parameters: description, one plain line of at most 80 characters', async () => {
    const { kit } = await setUp()
    const add = async (description: unknown, hash: string) =>
      (await addTransaction(kit, { chain, hash, description: description as string })).description
    expect(await add('Mint\n a \u202ebadge', 'h1')).toBe('Mint a badge')
    expect(await add('x'.repeat(5000), 'h2')).toHaveLength(80)
    expect(await add('\u202e', 'h3')).toBeUndefined()
    expect(await add({ evil: true }, 'h4')).toBeUndefined()
  })

  test('behavior: the same hash again adds nothing, whatever its case, and at the same moment', async () => {
    const { kit } = await setUp()
    const [first, second] = await Promise.all([
      addTransaction(kit, { chain, hash: '0xAB' }),
      addTransaction(kit, { chain, hash: '0xab', description: 'again' }),
    ])
    expect(second).toBe(first)
    expect(Object.keys(kit.getState().transactions)).toEqual([first.id])
    const elsewhere = await addTransaction(kit, { chain: 'alpha:2', hash: '0xab' })
    expect(elsewhere.id).not.toBe(first.id)
  })

  test('behavior: many at once stay bounded', async () => {
    const { kit } = await setUp()
    await Promise.all(
      Array.from({ length: 150 }, (_, index) => addTransaction(kit, { chain, hash: `h${index}` })),
    )
    expect(Object.keys(kit.getState().transactions)).toHaveLength(99)
  })

  test('behavior: a reload follows it on, with its description', async () => {
    const { kit, alpha, store } = await setUp()
    const { id } = await addTransaction(kit, {
      chain,
      hash: 'h',
      description: 'Mint',
      toast: false,
    })
    const stored = (): string | undefined => store.entries.get('latchkey.default.v1.pending')
    await vi.waitFor(() => expect(stored()).toContain(id))
    alpha.verdicts = [{ state: 'failed', code: 'execution-reverted' }]
    const reloaded = createKit({
      adapters: [alpha],
      storage: storage({ pending: JSON.parse(stored()!) }),
    })
    reloaded.subscribe(() => undefined)
    await vi.waitFor(() =>
      expect(reloaded.getState().transactions[id]).toMatchObject({
        status: 'failed',
        description: 'Mint',
        isQuiet: true,
        purpose: 'page',
        to: '',
      }),
    )
  })

  test('behavior: a stored one that names a receiver, or is too long, is not believed as it stands', async () => {
    const { kit, alpha, store } = await setUp()
    const { id } = await addTransaction(kit, { chain, hash: 'h', description: 'Mint' })
    const stored = (): string | undefined => store.entries.get('latchkey.default.v1.pending')
    await vi.waitFor(() => expect(stored()).toContain(id))
    const [entry] = JSON.parse(stored()!)
    const pending = [
      { ...entry, id: 'a', to: 'a2' },
      { ...entry, id: 'b', description: 'x'.repeat(199) },
      { ...entry, id: 'c', description: { evil: true } },
      { ...entry, id: 'd', purpose: 'other' },
    ]
    const reloaded = createKit({ adapters: [alpha], storage: storage({ pending }) })
    reloaded.subscribe(() => undefined)
    await vi.waitFor(() => expect(reloaded.getState().transactions.c).toBeDefined())
    const { a, b, c, d } = reloaded.getState().transactions
    expect(b?.description).toHaveLength(80)
    expect([a, c?.description, d]).toEqual([undefined, undefined, undefined])
  })

  test.each([
    ['chain-unsupported', { chain: 'alpha:9' }],
    ['chain-unsupported', { chain: 'constructor:1' }],
    ['chain-unsupported', { chain: undefined }],
    ['chain-mismatch', { from: 'alpha:2:a1' }],
    ['chain-mismatch', { from: 'a1' }],
    ['transaction-hash-invalid', { hash: 'no hash' }],
    ['transaction-hash-invalid', { hash: '' }],
    ['transaction-hash-invalid', { hash: 'h'.repeat(201) }],
    ['transaction-hash-invalid', { hash: 7 }],
  ])('behavior: %s for %o', async (code, parameters) => {
    const { kit } = await setUp()
    expect(await codeOf(addTransaction(kit, { chain, hash: 'h', ...parameters } as never))).toBe(
      code,
    )
    expect(kit.getState().transactions).toEqual({})
  })

  test('behavior: without an account it must be told who sent it', async () => {
    const { kit } = await setUp({ isConnected: false })
    expect(await codeOf(addTransaction(kit, { chain, hash: 'h' }))).toBe('not-connected')
  })
})
