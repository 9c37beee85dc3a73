import {
  type AccountId,
  accountId,
  addressOf,
  type ChainId,
  chainOf,
  isAccountId,
  isChainId,
  namespaceOf,
} from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import { namespaceOfKey } from '../namespaces/entries.ts'
import { fieldsOf } from './read-peer.ts'

const maxAccounts = 100

/**
 * Reads the chain from the data of a `chainChanged` event: a number, hex or decimal text, CAIP-2,
 * or an object with one of them.
 */
export function readChain(data: unknown, eventChain: ChainId): ChainId | undefined {
  const chainValue = fieldsOf(data).chainId ?? data
  if (isChainId(chainValue)) return chainValue
  const namespace = namespaceOf(eventChain)
  // Hex is EIP-1193's spelling of a number; in other namespaces it may be the chain reference
  // itself.
  const isChainNumber =
    typeof chainValue === 'number' ||
    (namespace === 'eip155' &&
      typeof chainValue === 'string' &&
      /^0x[0-9a-f]{1,13}$/i.test(chainValue))
  const reference = isChainNumber ? Number(chainValue) : chainValue
  if (
    typeof reference === 'number'
      ? !(Number.isSafeInteger(reference) && reference >= 0)
      : typeof reference !== 'string'
  )
    return undefined
  const chain = `${namespace}:${reference}`
  return isChainId(chain) ? chain : undefined
}

/**
 * The grant after an `accountsChanged` event: the accounts that it names come first, on every chain
 * of their namespace.
 */
export function applyAccounts(
  grantedNamespaces: Readonly<Record<string, WireNamespace>>,
  data: unknown,
  eventChain: ChainId,
): Readonly<Record<string, WireNamespace>> | undefined {
  const rawAccounts = (Array.isArray(data) ? data : [])
    .slice(0, maxAccounts)
    .filter((item) => typeof item === 'string')
  const namedAccounts = rawAccounts
    .map((item: string) => (isAccountId(item) ? item : accountId(eventChain, item)))
    .filter(isAccountId)
  const addresses = namedAccounts
    .filter((item) => namespaceOf(item) === namespaceOf(eventChain))
    .map(addressOf)
  if (!addresses.length) return undefined
  return Object.fromEntries(
    Object.entries(grantedNamespaces).map(([key, entry]) =>
      namespaceOfKey(key) === namespaceOf(eventChain)
        ? [key, { ...entry, accounts: reorderAccounts(entry.accounts, addresses) }]
        : [key, entry],
    ),
  )
}

function reorderAccounts(
  accounts: readonly AccountId[],
  addresses: readonly string[],
): readonly AccountId[] {
  const chains = [...new Set(accounts.map(chainOf))]
  const firstAccounts = chains.flatMap((chain) =>
    addresses.map((address) => accountId(chain, address)),
  )
  const otherAccounts = accounts.filter(
    (account) => !firstAccounts.some((item) => isSameAccount(item, account)),
  )
  return [...firstAccounts, ...otherAccounts].slice(0, maxAccounts * chains.length)
}

/** Two addresses in hex are compared without regard to case, all others exactly. */
function isSameAccount(a: AccountId, b: AccountId): boolean {
  return a === b || (/:0x[0-9a-f]+$/i.test(a) && a.toLowerCase() === b.toLowerCase())
}
