import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, isAccountId } from '@latchkey/protocol'
import type { Purchase } from '../contract/purchase.ts'

const maxPurchases = 5
// Milliseconds for which a purchase is shown as in progress; coins that arrive later appear in the
// activity.
const maxAgeMs = 3 * 24 * 60 * 60 * 1000

/** Purchases in progress, the newest first. */
export function readPurchases(kit: Kit, now: number = Date.now()): readonly Purchase[] {
  const knownPurchases = purchasesOfKit(kit).purchases ?? readStored(kit)
  return knownPurchases.filter(({ startedAt }) => now - startedAt < maxAgeMs)
}

export function keepPurchase(kit: Kit, purchase: Purchase): void {
  writeStored(
    kit,
    [purchase, ...readPurchases(kit).filter(({ id }) => id !== purchase.id)].slice(0, maxPurchases),
  )
}

export function forgetPurchase(kit: Kit, { id }: Pick<Purchase, 'id'>): void {
  writeStored(
    kit,
    readPurchases(kit).filter((one) => one.id !== id),
  )
}

// Milliseconds after which a returning visitor is no longer led to the purchase.
const maxAbsenceMs = 60 * 60 * 1000

/**
 * Returns the purchase for which the visitor left this page, and removes the mark of the visitor's
 * leaving from it, so that it is returned only once. Undefined when the visitor is not back from a
 * seller, or is back with another account.
 */
export function takeInterruptedPurchase(
  kit: Kit,
  account: AccountId,
  now: number = Date.now(),
): Purchase | undefined {
  const allPurchases = readPurchases(kit, now)
  const interruptedPurchase = allPurchases.find(
    (one) => one.leftAt !== undefined && now - one.leftAt < maxAbsenceMs && one.account === account,
  )
  if (!interruptedPurchase) return undefined
  const unmarkedPurchases = allPurchases.map(({ leftAt: _, ...one }): Purchase => one)
  writeStored(kit, unmarkedPurchases)
  return unmarkedPurchases.find(({ id }) => id === interruptedPurchase.id)
}

/**
 * The purchases that this page has read or stored. When storage does not work, they exist only in
 * memory.
 */
const purchasesOfKit: (kit: Kit) => { purchases?: readonly Purchase[] } = perKit(() => ({}))
const storageKeyOf = (kit: Kit): string => `latchkey.${kit.id}.v1.purchases`

function writeStored(kit: Kit, purchases: readonly Purchase[]): void {
  purchasesOfKit(kit).purchases = purchases
  try {
    if (purchases.length === 0) kit.storage?.removeItem(storageKeyOf(kit))
    else kit.storage?.setItem(storageKeyOf(kit), JSON.stringify(purchases))
  } catch {
    // Storage is full or blocked: the purchase is followed until the page is closed.
  }
}

function readStored(kit: Kit): readonly Purchase[] {
  try {
    const storedEntries: unknown = JSON.parse(kit.storage?.getItem(storageKeyOf(kit)) ?? '[]')
    return Array.isArray(storedEntries)
      ? storedEntries.slice(0, maxPurchases).filter(isPurchase)
      : []
  } catch {
    return []
  }
}

function isPurchase(value: unknown): value is Purchase {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  const isShortText = (word: unknown): boolean => typeof word === 'string' && word.length <= 200
  return (
    [fields.id, fields.seller, fields.name, fields.symbol].every(isShortText) &&
    (fields.kind === 'order' || fields.kind === 'deposit') &&
    typeof fields.isSandbox === 'boolean' &&
    isAccountId(fields.account) &&
    Number.isSafeInteger(fields.startedAt) &&
    (fields.startedAt as number) <= Date.now() &&
    (fields.leftAt === undefined || Number.isSafeInteger(fields.leftAt))
  )
}
