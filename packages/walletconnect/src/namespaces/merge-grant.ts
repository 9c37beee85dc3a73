import { type ChainId, chainOf } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import { bareKey } from './entries.ts'

/**
 * One entry a namespace: chain-keyed entries join the bare one, and `chains` names every chain with
 * an account or listed. What one chain alone allows is lost on purpose: ask `grantFor` of the
 * unmerged record before a request is sent.
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
