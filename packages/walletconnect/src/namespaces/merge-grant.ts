import { type ChainId, chainOf } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import { namespaceOfKey } from './entries.ts'

/**
 * Merges the grant to one entry per namespace: an entry for a single chain joins its namespace's
 * entry, and `chains` has every listed chain and every chain with an account. The result does not
 * show what only one chain permits, so before a request call `grantFor` with the unmerged record.
 */
export function mergeGrant(
  grantedNamespaces: Readonly<Record<string, WireNamespace>>,
): Readonly<Record<string, WireNamespace & { readonly chains: readonly ChainId[] }>> {
  const mergedGrant: Record<string, WireNamespace & { readonly chains: readonly ChainId[] }> = {}
  for (const [key, entry] of Object.entries(grantedNamespaces)) {
    const name = namespaceOfKey(key)
    const existingEntry = mergedGrant[name]
    const joinLists = <T>(a: readonly T[] | undefined, b: readonly T[]): readonly T[] => [
      ...new Set([...(a ?? []), ...b]),
    ]
    mergedGrant[name] = {
      chains: joinLists(existingEntry?.chains, [
        ...(entry.chains ?? []),
        ...entry.accounts.map(chainOf),
      ]),
      accounts: joinLists(existingEntry?.accounts, entry.accounts),
      methods: joinLists(existingEntry?.methods, entry.methods),
      events: joinLists(existingEntry?.events, entry.events),
    }
  }
  return mergedGrant
}
