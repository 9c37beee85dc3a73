import { describe, expect, test, vi } from 'vitest'
import { isSameRoute, type Route } from './route.ts'
import {
  initialRouterState,
  type RouterAction,
  type RouterState,
  reduceRouter,
  topEntry,
} from './router.ts'

const run = (...actions: readonly RouterAction[]): RouterState =>
  actions.reduce(reduceRouter, initialRouterState)
const views = (state: RouterState): string[] => state.history.map(({ route }) => route.view)
const open: RouterAction = { type: 'open', route: { view: 'Connect' } }
const push = (route: Route, waiter?: object): RouterAction => ({
  type: 'push',
  route,
  ...(waiter && { waiter }),
})

describe('reduceRouter', () => {
  test('default', () => {
    expect(run()).toEqual(initialRouterState)
    const state = run(open, push({ view: 'AllWallets' }))
    expect(state.open).toBe(true)
    expect(views(state)).toEqual(['Connect', 'AllWallets'])
  })

  test('behavior: opening the view that stands there pre-rendered keeps it', () => {
    expect(run(open).history).toBe(initialRouterState.history)
    expect(run(open, open)).toEqual(run(open))
    expect(views(run({ type: 'open', route: { view: 'Account' } }))).toEqual(['Account'])
  })

  test('behavior: push of the view on top is ignored, with other contents it is not', () => {
    const once = run(open, push({ view: 'SwitchNetwork', chain: 'eip155:1' }))
    expect(reduceRouter(once, push({ view: 'SwitchNetwork', chain: 'eip155:1' }))).toBe(once)
    expect(
      reduceRouter(once, push({ view: 'SwitchNetwork', chain: 'eip155:2' })).history,
    ).toHaveLength(3)
  })

  test('behavior: every entry has an id of its own, also after a close', () => {
    const first = run(open, push({ view: 'AllWallets' }))
    const again = [{ type: 'close' } as const, open, push({ view: 'AllWallets' })].reduce(
      reduceRouter,
      first,
    )
    expect(new Set([...first.history, ...again.history].map(({ id }) => id)).size).toBe(4)
  })

  test('behavior: update changes what the route says and keeps the entry', () => {
    const before = run(open, push({ view: 'AllWallets' }))
    const after = reduceRouter(before, {
      type: 'update',
      route: { view: 'AllWallets', search: 'rain' },
    })
    expect(topEntry(after)).toEqual({
      id: topEntry(before).id,
      route: { view: 'AllWallets', search: 'rain' },
    })
    expect(reduceRouter(before, { type: 'update', route: { view: 'Send' } })).toBe(before)
  })

  test('behavior: replace and reset', () => {
    const two = run(open, push({ view: 'AllWallets' }))
    expect(views(reduceRouter(two, { type: 'replace', route: { view: 'GetWallet' } }))).toEqual([
      'Connect',
      'GetWallet',
    ])
    expect(views(reduceRouter(two, { type: 'reset', route: { view: 'Account' } }))).toEqual([
      'Account',
    ])
  })

  test('behavior: back goes one step, from the last entry it closes and starts anew at Connect', () => {
    const two = run({ type: 'open', route: { view: 'Account' } }, push({ view: 'Networks' }))
    const one = reduceRouter(two, { type: 'back' })
    expect(views(one)).toEqual(['Account'])
    const none = reduceRouter(one, { type: 'back' })
    expect(none.open).toBe(false)
    expect(views(none)).toEqual(['Connect'])
    expect(reduceRouter(none, { type: 'close' })).toBe(none)
  })

  test('behavior: success ends the wait and stays; error and cancel go back to who waited', () => {
    const waiter = { onSuccess: vi.fn() }
    const deep = run(
      open,
      push({ view: 'Send' }),
      push({ view: 'SendToken' }, waiter),
      push({ view: 'Networks' }),
    )
    expect(deep.waiting).toEqual([{ depth: 3, waiter }])
    const done = reduceRouter(deep, { type: 'settle', outcome: 'success' })
    expect(done.waiting).toEqual([])
    expect(views(done)).toEqual(views(deep))
    for (const outcome of ['error', 'cancel'] as const) {
      expect(views(reduceRouter(deep, { type: 'settle', outcome }))).toEqual(['Connect', 'Send'])
    }
    // The reducer never calls: that is the navigation's part.
    expect(waiter.onSuccess).not.toHaveBeenCalled()
  })

  test('behavior: leaving the awaited view ends the wait, leaving what it opened does not', () => {
    const deep = run(open, push({ view: 'SendToken' }, {}), push({ view: 'Networks' }))
    const awaited = reduceRouter(deep, { type: 'back' })
    expect(awaited.waiting).toHaveLength(1)
    expect(reduceRouter(awaited, { type: 'back' }).waiting).toHaveLength(0)
    expect(reduceRouter(deep, { type: 'close' }).waiting).toHaveLength(0)
  })

  test('behavior: settle with nobody waiting', () => {
    const two = run(open, push({ view: 'AllWallets' }))
    expect(reduceRouter(two, { type: 'settle', outcome: 'success' })).toBe(two)
    expect(views(reduceRouter(two, { type: 'settle', outcome: 'cancel' }))).toEqual(['Connect'])
  })
})

describe('isSameRoute', () => {
  test('default', () => {
    expect(isSameRoute({ view: 'Connect' }, { view: 'Connect' })).toBe(true)
    expect(isSameRoute({ view: 'AllWallets' }, { view: 'AllWallets', search: 'a' })).toBe(false)
    expect(isSameRoute({ view: 'SendReview', id: 'a' }, { view: 'SendStatus', id: 'a' })).toBe(
      false,
    )
  })
})
