import { type ChainId, chainOf, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'

/**
 * The grant on one chain, from its own entry, the namespace's, or both; undefined when the chain is
 * not granted.
 */
export function grantOnChain(
  grantedNamespaces: Readonly<Record<string, WireNamespace>>,
  chain: ChainId,
): { readonly methods: readonly string[]; readonly events: readonly string[] } | undefined {
  const matchingEntries = Object.entries(grantedNamespaces).filter(
    ([key, { chains, accounts }]) =>
      key === chain ||
      (!isChainId(key) &&
        (chains?.includes(chain) || accounts.some((account) => chainOf(account) === chain))),
  )
  if (matchingEntries.length === 0) return undefined
  return {
    methods: matchingEntries.flatMap(([, { methods }]) => methods),
    events: matchingEntries.flatMap(([, { events }]) => events),
  }
}

/**
 * Checks that the session allows a request or event on a chain. Source: WalletConnect sign 2, "SDK
 * error codes".
 * @throws `request-unauthorized` with `sourceCode` 3005 chain, 3001 method, 3002 event
 */
export function checkGranted(
  grantedNamespaces: Readonly<Record<string, WireNamespace>>,
  chain: ChainId,
  usage: { readonly method: string } | { readonly event: string },
): void {
  const matchingEntries = grantOnChain(grantedNamespaces, chain)
  const unauthorizedFault = (sourceCode: number, reason: string) =>
    new LatchkeyError('request-unauthorized', { sourceCode, reason })
  if (!matchingEntries) throw unauthorizedFault(3005, `Unauthorized chain: ${chain}`)
  if ('method' in usage) {
    if (!matchingEntries.methods.includes(usage.method))
      throw unauthorizedFault(3001, `Unauthorized method: ${usage.method}`)
  } else if (!matchingEntries.events.includes(usage.event))
    throw unauthorizedFault(3002, `Unauthorized event: ${usage.event}`)
}
