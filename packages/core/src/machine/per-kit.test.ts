import { describe, expect, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../../test/fake-parts.ts'
import { keepName } from '../account/keep-name.ts'
import { connect } from '../connect/connect.ts'
import { createKit } from '../create-kit.ts'
import { recordFailure, takeRetryUrls } from '../http/failures.ts'
import { lockedSessionsOf } from '../storage/locked.ts'
import { writtenConnectorIds } from '../storage/written-connector-ids.ts'
import { getAccount } from './get-account.ts'
import { inside } from './inside.ts'
import type { Kit } from './kit.ts'
import { perKit } from './per-kit.ts'

const kitNamed = (id: string): Kit =>
  createKit({ id, adapters: [adapter('alpha', [wallet('w')])], storage: storage() })

describe('perKit', () => {
  test('default: it is made once for each kit, from that kit', () => {
    const make = vi.fn((kit: Kit) => ({ id: kit.id }))
    const madeOf = perKit(make)
    const [one, two] = [kitNamed('one'), kitNamed('two')]
    expect([madeOf(one), madeOf(two), madeOf(one)]).toEqual([
      { id: 'one' },
      { id: 'two' },
      { id: 'one' },
    ])
    expect(madeOf(one)).toBe(madeOf(one))
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('behavior: two that are declared alike are two', () => {
    const declare = () => perKit<Map<string, number>>(() => new Map())
    const [first, second] = [declare(), declare()]
    const kit = kitNamed('one')
    first(kit).set('a', 1)
    expect([...second(kit)]).toEqual([])
  })

  test('behavior: a copy of a kit, as a hook makes it for an earlier state, is that kit', () => {
    const kit = kitNamed('one')
    const state = kit.getState()
    const copy: Kit = { ...kit, getState: () => state }
    kit[inside].names.set('a1', 'ada.name')
    expect(copy[inside].names).toBe(kit[inside].names)
  })
})

describe('two kits of one page', () => {
  test('behavior: share nothing, whatever one of them has done, not even with equal options', async () => {
    const options = {
      adapters: [adapter('alpha', [wallet('w')])],
      storage: null,
    }
    const [one, two] = [createKit(options), createKit(options)]
    one.subscribe(() => undefined)
    await connect(one, { connector: 'w' })
    keepName(one, { address: 'a1', name: 'ada.name' })
    recordFailure(one, 'https://node.example')
    lockedSessionsOf(one).set('w', { sessions: [], hidden: [] })
    writtenConnectorIds(one).add('w')
    expect([one.getState() === two.getState(), one[inside] === two[inside]]).toEqual([false, false])
    expect(getAccount(two).status).toBe('disconnected')
    expect(two[inside].newAttempt()).toBe(1)
    expect([
      two[inside].names.size,
      lockedSessionsOf(two).size,
      writtenConnectorIds(two).size,
    ]).toEqual([0, 0, 0])
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    const due = (kit: Kit) => takeRetryUrls(kit, ['https://node.example'], (url) => url)
    expect([due(one), due(two)]).toEqual([['https://node.example'], []])
    vi.useRealTimers()
  })
})

describe('a page with two copies of this package', () => {
  test('behavior: the actions of one copy act on a kit that the other has made', async () => {
    const kit = kitNamed('one')
    kit.subscribe(() => undefined)
    vi.resetModules()
    const other = await import('../connect/connect.ts')
    expect(other.connect).not.toBe(connect)
    await other.connect(kit, { connector: 'w' })
    expect(getAccount(kit).status).toBe('connected')
  })
})
