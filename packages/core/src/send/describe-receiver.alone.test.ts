import { describe, expect, test, vi } from 'vitest'
import type { FakeStorage } from '../../test/fake-parts.ts'
import { adapter, session, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { forcedUpdateParams } from '../gateway/forced.ts'
import type { Kit, KitOptions } from '../machine/kit.ts'
import { prepareSend } from './prepare-send.ts'
import { send } from './send.ts'

const history = vi.hoisted(() => vi.fn())
vi.mock(import('../gateway/history.ts'), () => ({ readHistory: history as never }))
vi.mock(import('./is-warned-token.ts'), () => ({ isWarnedToken: async () => false }))

async function page(store: FakeStorage = storage(), more: Partial<KitOptions> = {}) {
  const w = wallet('w', ['alpha'], { features: { transfer: async () => ({ hash: '0xh' }) } })
  w.answer = async () => ({ sessions: [session('alpha', ['a1', 'a7'])] })
  const alpha = adapter('alpha', [w])
  alpha.verdicts = [{ state: 'confirmed', block: '1' }]
  const kit = createKit({ adapters: [alpha], storage: store, ...more })
  kit.subscribe(() => undefined)
  await connect(kit, { connector: 'w' })
  const asset = alpha.nativeAsset(alpha.chains[0]!)
  const notes = async (to: string): Promise<readonly string[]> =>
    (await prepareSend(kit, { asset, amount: 1n, to })).estimate.notes
  const pay = async (to: string): Promise<void> => {
    const { transaction } = await prepareSend(kit, { asset, amount: 1n, to })
    await send(kit, { id: transaction.id })
    await vi.waitFor(() =>
      expect(kit.getState().transactions[transaction.id]?.status).toBe('confirmed'),
    )
    await vi.waitFor(() => expect(store.entries.get('latchkey.default.v1.receivers')).toContain(to))
  }
  return { kit, alpha, store, notes, pay }
}
const stored = ({ entries }: FakeStorage): unknown => entries.get('latchkey.default.v1.receivers')

describe('what is known after a transfer', () => {
  test('behavior: who was paid is known after a reload, and who resembles them is named', async () => {
    const first = await page()
    expect(await first.notes('a123xx9876')).toEqual(['first-time-receiver'])
    await first.pay('a123xx9876')
    const second = await page(first.store)
    expect(await second.notes('a123xx9876')).toEqual([])
    expect(await second.notes('a123yy9876')).toEqual(['first-time-receiver', 'similar-receiver'])
  })

  test('behavior: balances of a chain where something has just settled are read anew after a reload', async () => {
    const first = await page()
    expect(forcedUpdateParams(first.kit, ['alpha:1', 'alpha:2'])).toEqual({})
    await first.pay('a123xx9876')
    const second = await page(first.store)
    expect(forcedUpdateParams(second.kit, ['alpha:1', 'alpha:2'])).toEqual({
      forceUpdate: 'alpha:1',
    })
  })

  test('behavior: as many as a hundred are kept, the newest, and none when the last connection ends', async () => {
    const old = Array.from({ length: 100 }, (_, index) => `alpha:1:aold${index}`)
    const { kit, store, pay } = await page(storage({ receivers: old }))
    await pay('anew')
    expect(JSON.parse(String(stored(store)))).toEqual(['alpha:1:anew', ...old.slice(0, 99)])
    await disconnect(kit)
    expect(stored(store)).toBeUndefined()
  })

  test('behavior: what is foreign in storage warns of nothing and breaks nothing', async () => {
    const { notes } = await page(
      storage({ receivers: [1, null, {}, 'x', 'alpha:2:a123xx9876', ['alpha:1:a5']] }),
    )
    expect(await notes('a123xx9876')).toEqual(['first-time-receiver'])
  })

  const moved = (more: object = {}, transfer: object = {}): object => ({
    from: 'a1',
    status: 'confirmed',
    isSpam: false,
    ...more,
    transfers: [
      { direction: 'out', amount: 5n, isSpam: false, counterparty: 'a123xx9876', ...transfer },
    ],
  })
  const withGateway = { gateway: { url: 'https://gateway.test', project: 'p' } }
  test.each<[string, object, readonly string[]]>([
    ['what the account has sent', moved(), ['first-time-receiver', 'similar-receiver']],
    ['what somebody else has sent in its name', moved({ from: 'a666' }), ['first-time-receiver']],
    ['a transfer of nothing', moved({}, { amount: 0n }), ['first-time-receiver']],
    ['spam', moved({}, { isSpam: true }), ['first-time-receiver']],
    ['what came in', moved({}, { direction: 'in' }), ['first-time-receiver']],
    ['what failed', moved({ status: 'failed' }), ['first-time-receiver']],
  ])('behavior: of the history counts %s', async (_, item, expected) => {
    history.mockResolvedValue({ items: [item], next: null, isKept: true })
    const { notes } = await page(storage(), withGateway)
    expect(await notes('a123yy9876')).toEqual(expected)
  })

  test('behavior: a history that does not come, or only late, keeps nobody waiting', async () => {
    history.mockRejectedValue(new Error('down'))
    const { notes } = await page(storage(), withGateway)
    expect(await notes('a2')).toEqual(['first-time-receiver'])
    history.mockImplementation(
      (_, { signal }: { signal: AbortSignal }) =>
        new Promise((__, reject) =>
          signal.addEventListener('abort', () => reject(new Error('gone'))),
        ),
    )
    expect(await notes('a2')).toEqual(['first-time-receiver'])
  })

  test('behavior: the own account is said to be that, and nothing else', async () => {
    const { notes } = await page()
    expect(await notes('a1')).toEqual(['own-receiver'])
  })
})

describe('aboutReceiver', () => {
  const about = async (isUnspendable?: (address: string) => Promise<boolean>, to = 'azero') => {
    const { describeReceiver: aboutReceiver } = await import('./describe-receiver.ts')
    const one = adapter()
    const read = { ...one.read, ...(isUnspendable && { isUnspendable }) }
    const kit: Kit = createKit({ adapters: [{ ...one, read }], storage: storage() })
    return aboutReceiver(kit, { from: 'alpha:1:a1', to, known: ['azero'] })
  }
  const isZero = async (address: string) => address === 'azero'

  test('behavior: the family says whom nobody can spend from, and that is all that is said', async () => {
    expect(await about(isZero)).toEqual(['unspendable-receiver'])
    expect(await about(isZero, 'a9')).toEqual(['first-time-receiver'])
  })

  test('behavior: a family that knows no such address warns of none', async () => {
    expect(await about()).toEqual([])
  })
})
