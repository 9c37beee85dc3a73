import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import type { AssetId } from '@latchkey/protocol'
import type { Payment } from '../contract.ts'

/** What has left, and what visitors have allowed, by payments of one kit. */
interface Spending {
  /** Base units by CAIP-19 id in lower case, payments that are just being made included. */
  readonly spent: Map<string, bigint>
  /** Base units that may leave without a question, by account, token, receiver and origin. */
  readonly allowed: Map<string, bigint>
}

// It stands with the kit and not with a `fetch`, so that a component that is mounted again, or a
// second one, does not start a new limit.
const spendingOf: (kit: Kit) => Spending = perKit(() => ({ spent: new Map(), allowed: new Map() }))

const keyOf = (asset: AssetId): string => asset.toLowerCase()
const sessionKey = ({ asset, from, payTo, resource }: Payment): string =>
  [asset, from, payTo].join(' ').toLowerCase() + originOf(resource)

/** The origin of an address; the address itself where it has none. */
function originOf(resource: string): string {
  return URL.canParse(resource) ? new URL(resource).origin : resource
}

/** Base units of a token that have left, or are leaving, by payments of this kit. */
export function spentOf(kit: Kit, asset: AssetId): bigint {
  return spendingOf(kit).spent.get(keyOf(asset)) ?? 0n
}

/**
 * Counts base units as spent before the payment is made, so that payments at the same moment do not
 * exceed the limit together. The returned function takes them back, once.
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

/** Takes the payment from what the visitor has allowed; false when it has to be asked about. */
export function takeFromSession(kit: Kit, payment: Payment): boolean {
  const { allowed } = spendingOf(kit)
  const left = allowed.get(sessionKey(payment)) ?? 0n
  if (left < payment.amount) return false
  allowed.set(sessionKey(payment), left - payment.amount)
  return true
}

/** Forgets what visitors have allowed; what was spent stays counted. */
export function endSessions(kit: Kit): void {
  spendingOf(kit).allowed.clear()
}
