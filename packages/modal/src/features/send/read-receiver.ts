import type { Adapter } from '@latchkey/core'
import {
  addressOf,
  type ChainId,
  chainOf,
  hasKnownNamespace,
  isAccountId,
} from '@latchkey/protocol'

/** What a visitor wrote into the field of the receiver. */
export type Receiver =
  | { readonly kind: 'empty' }
  /** Bare, as it was spelt. */
  | { readonly kind: 'address'; readonly address: string }
  /** Not yet looked up. */
  | { readonly kind: 'name'; readonly name: string }
  /** A CAIP-10 id of another chain. */
  | { readonly kind: 'other-chain' }
  | { readonly kind: 'invalid' }

/**
 * Reads an address, a name or a CAIP-10 id.
 * @param text as typed or pasted; space around it is ignored.
 */
export function readReceiver(
  text: string,
  { adapter, chain }: { adapter: Adapter; chain: ChainId },
): Receiver {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  if (adapter.isAddress(trimmed)) return { kind: 'address', address: trimmed }
  if (isAccountId(trimmed)) {
    if (chainOf(trimmed) !== chain)
      return hasKnownNamespace(trimmed, [adapter.namespace])
        ? { kind: 'other-chain' }
        : { kind: 'invalid' }
    const address = addressOf(trimmed)
    return adapter.isAddress(address) ? { kind: 'address', address } : { kind: 'invalid' }
  }
  if (adapter.read.addressOfName && namePattern.test(trimmed))
    return { kind: 'name', name: trimmed.toLowerCase() }
  return { kind: 'invalid' }
}

// Two labels or more; what a label may hold is for the chain's own rules to judge.
const namePattern = /^[^\s.:/]{1,255}(?:\.[^\s.:/]{1,255})+$/u
