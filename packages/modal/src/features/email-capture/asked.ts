import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'

/** What this page has written; without a storage that works, the only place. */
const heldOf: (kit: Kit) => { asked?: readonly string[] } = perKit(() => ({}))
// More accounts than anybody connects to one page.
const mostKept = 50
const maxLength = 300

/** Whether this account was asked before, on any chain: nobody is asked twice. */
export function wasAsked(kit: Kit, account: AccountId): boolean {
  return readAsked(kit).includes(nameOf(account))
}

/** Stores that the account was asked, never the answer. */
export function keepAsked(kit: Kit, account: AccountId): void {
  const name = nameOf(account)
  const all = [name, ...readAsked(kit).filter((one) => one !== name)].slice(0, mostKept)
  heldOf(kit).asked = all
  try {
    kit.storage?.setItem(keyOf(kit), JSON.stringify(all))
  } catch {
    // Storage is full or blocked: kept only until the page is closed.
  }
}

function nameOf(account: AccountId): string {
  return `${namespaceOf(account)}:${addressOf(account)}`
}

const keyOf = ({ id }: Kit): string => `latchkey.${id}.v1.emails`

function readAsked(kit: Kit): readonly string[] {
  const { asked } = heldOf(kit)
  if (asked) return asked
  try {
    const stored: unknown = JSON.parse(kit.storage?.getItem(keyOf(kit)) ?? '[]')
    const isName = (one: unknown): one is string =>
      typeof one === 'string' && one.length <= maxLength
    return Array.isArray(stored) ? stored.slice(0, mostKept).filter(isName) : []
  } catch {
    return []
  }
}
