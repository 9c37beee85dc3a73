import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, isAccountId } from '@latchkey/protocol'
import type { Purchase } from '../contract/purchase.ts'

const mostKept = 5
// Milliseconds a purchase is followed; later arrivals appear in the activity.
const keptMs = 3 * 24 * 60 * 60 * 1000

/** Purchases in progress, the newest first. */
export function readPurchases(kit: Kit, now: number = Date.now()): readonly Purchase[] {
  const held = heldOf(kit).purchases ?? readStored(kit)
  return held.filter(({ startedAt }) => now - startedAt < keptMs)
}

export function keepPurchase(kit: Kit, purchase: Purchase): void {
  writeStored(
    kit,
    [purchase, ...readPurchases(kit).filter(({ id }) => id !== purchase.id)].slice(0, mostKept),
  )
}

export function forgetPurchase(kit: Kit, { id }: Pick<Purchase, 'id'>): void {
  writeStored(
    kit,
    readPurchases(kit).filter((one) => one.id !== id),
  )
}

// Milliseconds after which a returning visitor is no longer led to the purchase.
const awayMs = 60 * 60 * 1000

/**
 * The purchase that the visitor left this page for; answered once. Undefined when the visitor is
 * not back from a seller, or is back with another account.
 */
export function takeLeft(
  kit: Kit,
  account: AccountId,
  now: number = Date.now(),
): Purchase | undefined {
  const all = readPurchases(kit, now)
  const left = all.find(
    (one) => one.leftAt !== undefined && now - one.leftAt < awayMs && one.account === account,
  )
  if (!left) return undefined
  const plain = all.map(({ leftAt: _, ...one }): Purchase => one)
  writeStored(kit, plain)
  return plain.find(({ id }) => id === left.id)
}

/** What this page has read or written; without a storage that works, the only place. */
const heldOf: (kit: Kit) => { purchases?: readonly Purchase[] } = perKit(() => ({}))
const storageKeyOf = (kit: Kit): string => `latchkey.${kit.id}.v1.purchases`

function writeStored(kit: Kit, purchases: readonly Purchase[]): void {
  heldOf(kit).purchases = purchases
  try {
    if (purchases.length === 0) kit.storage?.removeItem(storageKeyOf(kit))
    else kit.storage?.setItem(storageKeyOf(kit), JSON.stringify(purchases))
  } catch {
    // Storage is full or blocked: the purchase is followed until the page is closed.
  }
}

function readStored(kit: Kit): readonly Purchase[] {
  try {
    const stored: unknown = JSON.parse(kit.storage?.getItem(storageKeyOf(kit)) ?? '[]')
    return Array.isArray(stored) ? stored.slice(0, mostKept).filter(isPurchase) : []
  } catch {
    return []
  }
}

function isPurchase(value: unknown): value is Purchase {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Record<string, unknown>
  const isWord = (word: unknown): boolean => typeof word === 'string' && word.length <= 200
  return (
    [one.id, one.seller, one.name, one.symbol].every(isWord) &&
    (one.kind === 'order' || one.kind === 'deposit') &&
    typeof one.isSandbox === 'boolean' &&
    isAccountId(one.account) &&
    Number.isSafeInteger(one.startedAt) &&
    (one.startedAt as number) <= Date.now() &&
    (one.leftAt === undefined || Number.isSafeInteger(one.leftAt))
  )
}
