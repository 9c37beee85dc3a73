import { describe, expect, test, vi } from 'vitest'
import { adapter, wallet } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { KitEvent } from './event.ts'
import { inside } from './inside.ts'
import type { Kit } from './kit.ts'
import { reduceTransaction } from './reduce-transaction.ts'

describe('dispatch', () => {
  const drafted = (id: string): KitEvent => ({
    type: 'transaction-drafted',
    transaction: {
      id,
      status: 'draft',
      chain: 'alpha:1',
      from: 'alpha:1:a1',
      to: 'a2',
      asset: { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 },
      amount: 1n,
      createdAt: 1,
    },
  })
  const make = () => createKit({ adapters: [adapter('alpha', [wallet('w')])], storage: null })
  const idsOf = (kit: Kit) => Object.keys(kit.getState().transactions)

  test('default: the state has changed when it returns, of transactions too', () => {
    const kit = make()
    kit[inside].learn({ transaction: reduceTransaction })
    expect(kit[inside].dispatch(drafted('t'))).toBeUndefined()
    expect(idsOf(kit)).toEqual(['t'])
    kit[inside].dispatch({ type: 'transaction-discarded', id: 't' })
    expect(idsOf(kit)).toEqual([])
  })

  test('behavior: an event that no reducer knows yet changes nothing, then or later', async () => {
    const kit = make()
    const heard = vi.fn()
    kit.watch(heard)
    kit[inside].dispatch(drafted('early'))
    kit[inside].learn({ transaction: reduceTransaction })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([idsOf(kit), heard.mock.calls]).toEqual([[], []])
    kit[inside].dispatch(drafted('t'))
    expect(idsOf(kit)).toEqual(['t'])
  })

  test('behavior: what a listener dispatches changes the state at once, and is heard after', () => {
    const kit = make()
    kit[inside].learn({ transaction: reduceTransaction })
    const heard: unknown[] = []
    kit.watch(({ type }) => {
      if (type !== 'transaction-drafted' || idsOf(kit).includes('second')) return
      kit[inside].dispatch(drafted('second'))
      heard.push(idsOf(kit))
    })
    kit.watch((event, state) => {
      if (event.type === 'transaction-drafted')
        heard.push([event.transaction.id, Object.keys(state.transactions)])
    })
    kit[inside].dispatch(drafted('first'))
    expect(heard).toEqual([
      ['first', 'second'],
      ['first', ['first']],
      ['second', ['first', 'second']],
    ])
  })
})
