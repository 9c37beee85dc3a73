import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import type { AssetId } from '@latchkey/protocol'
import type { Payment } from '../contract.ts'

/** What the payments of one kit have cost, and what visitors have allowed. */
interface Spending {
  /**
   * Amounts in base units, by CAIP-19 id in lower case; payments that are being made are included.
   */
  readonly spent: Map<string, bigint>
  /**
   * Amounts that may be paid without asking, in base units, by account, token, receiver and origin.
   */
  readonly allowed: Map<string, bigint>
}

// The amounts belong to the kit and not to a `fetch`, so that a component that is mounted again, or
// a second component, does not start with a new limit.
const spendingOf: (kit: Kit) => Spending = perKit(() => ({ spent: new Map(), allowed: new Map() }))

const keyOf = (asset: AssetId): string => asset.toLowerCase()
const sessionKey = ({ asset, from, payTo, resource }: Payment): string =>
  [asset, from, payTo].join(' ').toLowerCase() + originOf(resource)

/** The origin of a URL; the text itself when it is no URL. */
function originOf(resource: string): string {
  return URL.canParse(resource) ? new URL(resource).origin : resource
}

/**
 * How much of a token the payments of this kit have cost, those that are being made included, in
 * base units.
 */
export function spentOf(kit: Kit, asset: AssetId): bigint {
  return spendingOf(kit).spent.get(keyOf(asset)) ?? 0n
}

/**
 * Counts an amount as spent before the payment is made, so that simultaneous payments do not exceed
 * the limit together. The returned function takes it back; calling it again changes nothing.
 */
export function reserve(kit: Kit, asset: AssetId, amount: bigint): () => void {
  const { spent } = spendingOf(kit)
  const add = (change: bigint): void => {
    spent.set(keyOf(asset), (spent.get(keyOf(asset)) ?? 0n) + change)
  }
  add(amount)
  const reservation = { isHeld: true }
  return () => {
    if (!reservation.isHeld) return
    reservation.isHeld = false
    add(-amount)
  }
}

/** Remembers that payments like this one need no question until `payment.left` is used up. */
export function allowSession(kit: Kit, payment: Payment): void {
  spendingOf(kit).allowed.set(sessionKey(payment), payment.left - payment.amount)
}

/**
 * Subtracts the payment from what the visitor has allowed without asking. Returns false, and
 * subtracts nothing, when the visitor has to be asked.
 */
export function takeFromSession(kit: Kit, payment: Payment): boolean {
  const { allowed } = spendingOf(kit)
  const left = allowed.get(sessionKey(payment)) ?? 0n
  if (left < payment.amount) return false
  allowed.set(sessionKey(payment), left - payment.amount)
  return true
}

/** Forgets what visitors have allowed without asking. What was spent stays counted. */
export function endSessions(kit: Kit): void {
  spendingOf(kit).allowed.clear()
}
