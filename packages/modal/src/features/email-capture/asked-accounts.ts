import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, addressOf, namespaceOf } from '@latchkey/protocol'

/**
 * The list of asked accounts as this page last stored it. When storage does not work, the list
 * exists only here.
 */
const askedAccountsOfKit: (kit: Kit) => { asked?: readonly string[] } = perKit(() => ({}))
// Maximum number of stored accounts, more than any visitor connects to one page.
const maxAccounts = 50
const maxLength = 300

/**
 * Whether an account was asked for an email address before, on any chain, because nobody is asked
 * twice.
 */
export function wasAccountAsked(kit: Kit, account: AccountId): boolean {
  return readAskedAccounts(kit).includes(accountNameOf(account))
}

/** Stores that the account was asked, never the answer. */
export function rememberAskedAccount(kit: Kit, account: AccountId): void {
  const name = accountNameOf(account)
  const accountNames = [name, ...readAskedAccounts(kit).filter((one) => one !== name)].slice(
    0,
    maxAccounts,
  )
  askedAccountsOfKit(kit).asked = accountNames
  try {
    kit.storage?.setItem(storageKeyOf(kit), JSON.stringify(accountNames))
  } catch {
    // Storage is full or blocked, so the list is kept in memory only, until the page is closed.
  }
}

function accountNameOf(account: AccountId): string {
  return `${namespaceOf(account)}:${addressOf(account)}`
}

const storageKeyOf = ({ id }: Kit): string => `latchkey.${id}.v1.emails`

function readAskedAccounts(kit: Kit): readonly string[] {
  const { asked } = askedAccountsOfKit(kit)
  if (asked) return asked
  try {
    const storedNames: unknown = JSON.parse(kit.storage?.getItem(storageKeyOf(kit)) ?? '[]')
    const isAccountName = (one: unknown): one is string =>
      typeof one === 'string' && one.length <= maxLength
    return Array.isArray(storedNames) ? storedNames.slice(0, maxAccounts).filter(isAccountName) : []
  } catch {
    return []
  }
}
