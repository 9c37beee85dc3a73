import type { Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { describe, expect, test } from 'vitest'
import type { Purchase } from '../contract/purchase.ts'
import {
  forgetPurchase,
  keepPurchase,
  readPurchases,
  takeInterruptedPurchase,
} from './purchases.ts'

const purchase: Purchase = {
  id: 'sandbox.1',
  kind: 'order',
  seller: 'sandbox',
  name: 'Sandbox card',
  isSandbox: true,
  symbol: 'ETH',
  account: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  startedAt: Date.now() - 1000,
}
const key = 'latchkey.shop.v1.purchases'

function scene(stored: Record<string, string> = {}, isBroken = false) {
  const fail = () => {
    throw new Error('closed')
  }
  const storage = {
    getItem: (name: string) => (isBroken ? fail() : (stored[name] ?? null)),
    setItem: (name: string, value: string) =>
      isBroken ? fail() : void Object.assign(stored, { [name]: value }),
    removeItem: (name: string) => (isBroken ? fail() : void delete stored[name]),
  }
  const page = () => ({ id: 'shop', storage, [inside]: {} }) as unknown as Kit
  return { stored, kit: page(), reloaded: page }
}

describe('purchases', () => {
  test('default', () => {
    const { kit, reloaded, stored } = scene()
    keepPurchase(kit, purchase)
    expect(readPurchases(reloaded())).toEqual([purchase])
    forgetPurchase(kit, purchase)
    expect([readPurchases(kit), readPurchases(reloaded()), stored]).toEqual([[], [], {}])
  })

  test('behavior: the newest first, one of each, five at most, none that is older than three days', () => {
    const { kit } = scene()
    for (const id of ['a', 'b', 'c', 'b', 'd', 'e', 'f']) {
      keepPurchase(kit, { ...purchase, id })
    }
    expect(readPurchases(kit).map(({ id }) => id)).toEqual(['f', 'e', 'd', 'b', 'c'])
    expect(readPurchases(kit, Date.now() + 4 * 86_400_000)).toEqual([])
  })

  test('behavior: no address of a seller’s page is written down', () => {
    const { kit, stored } = scene()
    keepPurchase(kit, purchase)
    expect(stored[key]).not.toContain('http')
  })

  test.each([
    'no json',
    '{}',
    'null',
    JSON.stringify([null, 1, 'x', {}]),
    JSON.stringify([{ ...purchase, account: 'nobody' }]),
    JSON.stringify([{ ...purchase, kind: 'gift' }]),
    JSON.stringify([{ ...purchase, id: 'x'.repeat(201) }]),
    JSON.stringify([{ ...purchase, name: { toString: 'x' } }]),
    JSON.stringify([{ ...purchase, startedAt: Date.now() + 1e9 }]),
    JSON.stringify([{ ...purchase, startedAt: '1' }]),
    JSON.stringify([{ ...purchase, leftAt: 'now' }]),
  ])('parameters: stored %s is nothing', (text) => {
    expect(readPurchases(scene({ [key]: text }).kit)).toEqual([])
  })

  test('behavior: a storage that is closed costs the reload, nothing else', () => {
    const { kit, reloaded } = scene({}, true)
    keepPurchase(kit, purchase)
    expect([readPurchases(kit), readPurchases(reloaded())]).toEqual([[purchase], []])
  })
})

describe('takeLeft', () => {
  const { account } = purchase
  test('default: what the page was left for, once, after a load', () => {
    const { kit, reloaded } = scene()
    keepPurchase(kit, { ...purchase, id: 'other' })
    keepPurchase(kit, { ...purchase, leftAt: Date.now() })
    const next = reloaded()
    expect(takeInterruptedPurchase(next, account)).toEqual(purchase)
    expect(takeInterruptedPurchase(next, account)).toBeUndefined()
    expect(takeInterruptedPurchase(reloaded(), account)).toBeUndefined()
    expect(readPurchases(reloaded()).map(({ id }) => id)).toEqual([purchase.id, 'other'])
  })

  test('behavior: not with another account, not an hour later, not where a window stood beside the page', () => {
    const { kit } = scene()
    keepPurchase(kit, { ...purchase, leftAt: Date.now() })
    expect(
      takeInterruptedPurchase(kit, 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
    ).toBeUndefined()
    expect(takeInterruptedPurchase(kit, account, Date.now() + 61 * 60_000)).toBeUndefined()
    expect(takeInterruptedPurchase(kit, account)).toEqual(purchase)
    keepPurchase(kit, purchase)
    expect(takeInterruptedPurchase(kit, account)).toBeUndefined()
  })
})
