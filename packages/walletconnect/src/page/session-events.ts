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
import { bareKey } from '../namespaces/entries.ts'
import { fieldsOf } from './read-peer.ts'

const most = 100

/**
 * Reads the chain of a `chainChanged`: a number, hex or decimal text, CAIP-2, or an object with one
 * of them.
 */
export function readChain(data: unknown, about: ChainId): ChainId | undefined {
  const said = fieldsOf(data).chainId ?? data
  if (isChainId(said)) return said
  const namespace = namespaceOf(about)
  // Hex is EIP-1193's spelling of a number; in other namespaces it may be the chain reference
  // itself.
  const isNumber =
    typeof said === 'number' ||
    (namespace === 'eip155' && typeof said === 'string' && /^0x[0-9a-f]{1,13}$/i.test(said))
  const reference = isNumber ? Number(said) : said
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
 * The grant after an `accountsChanged`: the named accounts come first, on every chain of their
 * namespace.
 */
export function applyAccounts(
  granted: Readonly<Record<string, WireNamespace>>,
  data: unknown,
  about: ChainId,
): Readonly<Record<string, WireNamespace>> | undefined {
  const said = (Array.isArray(data) ? data : [])
    .slice(0, most)
    .filter((one) => typeof one === 'string')
  const named = said
    .map((one: string) => (isAccountId(one) ? one : accountId(about, one)))
    .filter(isAccountId)
  const addresses = named.filter((one) => namespaceOf(one) === namespaceOf(about)).map(addressOf)
  if (!addresses.length) return undefined
  return Object.fromEntries(
    Object.entries(granted).map(([key, entry]) =>
      bareKey(key) === namespaceOf(about)
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
  const first = chains.flatMap((chain) => addresses.map((address) => accountId(chain, address)))
  const rest = accounts.filter((account) => !first.some((one) => isSame(one, account)))
  return [...first, ...rest].slice(0, most * chains.length)
}

/** Hex addresses are case-insensitive; others are not. */
function isSame(a: AccountId, b: AccountId): boolean {
  return a === b || (/:0x[0-9a-f]+$/i.test(a) && a.toLowerCase() === b.toLowerCase())
}
