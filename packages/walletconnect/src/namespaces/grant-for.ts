import { type ChainId, chainOf, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'

/**
 * The grant on one chain, from its own entry, the namespace's, or both; undefined when the chain is
 * not granted.
 */
export function grantFor(
  granted: Readonly<Record<string, WireNamespace>>,
  chain: ChainId,
): { readonly methods: readonly string[]; readonly events: readonly string[] } | undefined {
  const found = Object.entries(granted).filter(
    ([key, { chains, accounts }]) =>
      key === chain ||
      (!isChainId(key) &&
        (chains?.includes(chain) || accounts.some((account) => chainOf(account) === chain))),
  )
  if (found.length === 0) return undefined
  return {
    methods: found.flatMap(([, { methods }]) => methods),
    events: found.flatMap(([, { events }]) => events),
  }
}

/**
 * Checks that the session allows a request or event on a chain. Source: WalletConnect sign 2, "SDK
 * error codes".
 * @throws `request-unauthorized` with `sourceCode` 3005 chain, 3001 method, 3002 event
 */
export function checkGranted(
  granted: Readonly<Record<string, WireNamespace>>,
  chain: ChainId,
  wanted: { readonly method: string } | { readonly event: string },
): void {
  const found = grantFor(granted, chain)
  const unauthorizedFault = (sourceCode: number, reason: string) =>
    new LatchkeyError('request-unauthorized', { sourceCode, reason })
  if (!found) throw unauthorizedFault(3005, `Unauthorized chain: ${chain}`)
  if ('method' in wanted) {
    if (!found.methods.includes(wanted.method))
      throw unauthorizedFault(3001, `Unauthorized method: ${wanted.method}`)
  } else if (!found.events.includes(wanted.event))
    throw unauthorizedFault(3002, `Unauthorized event: ${wanted.event}`)
}
