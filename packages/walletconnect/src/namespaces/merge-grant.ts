import { type ChainId, chainOf } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import { bareKey } from './entries.ts'

/**
 * Merges the grant to one entry per namespace: chain entries join the namespace's, and `chains` has
 * every listed chain and every chain with an account. Permissions of a single chain are lost on
 * purpose: before a request, call `grantFor` with the unmerged record.
 */
export function mergeGrant(
  granted: Readonly<Record<string, WireNamespace>>,
): Readonly<Record<string, WireNamespace & { readonly chains: readonly ChainId[] }>> {
  const merged: Record<string, WireNamespace & { readonly chains: readonly ChainId[] }> = {}
  for (const [key, entry] of Object.entries(granted)) {
    const name = bareKey(key)
    const held = merged[name]
    const joinLists = <T>(a: readonly T[] | undefined, b: readonly T[]): readonly T[] => [
      ...new Set([...(a ?? []), ...b]),
    ]
    merged[name] = {
      chains: joinLists(held?.chains, [...(entry.chains ?? []), ...entry.accounts.map(chainOf)]),
      accounts: joinLists(held?.accounts, entry.accounts),
      methods: joinLists(held?.methods, entry.methods),
      events: joinLists(held?.events, entry.events),
    }
  }
  return merged
}
