import type { Adapter } from '@latchkey/core'
import {
  addressOf,
  type ChainId,
  chainOf,
  hasKnownNamespace,
  isAccountId,
} from '@latchkey/protocol'

/** What the visitor typed into the field of the receiver. */
export type Receiver =
  | { readonly kind: 'empty' }
  /** The address as typed, without a CAIP-10 prefix. */
  | { readonly kind: 'address'; readonly address: string }
  /** A name, such as an ENS name, that has not been looked up yet. */
  | { readonly kind: 'name'; readonly name: string }
  /** A CAIP-10 id whose chain is not the chain of the transfer. */
  | { readonly kind: 'other-chain' }
  | { readonly kind: 'invalid' }

/**
 * Reads an address, a name or a CAIP-10 id.
 * @param text as typed or pasted; surrounding space is ignored.
 */
export function readReceiver(
  text: string,
  { adapter, chain }: { adapter: Adapter; chain: ChainId },
): Receiver {
  const trimmedText = text.trim()
  if (trimmedText === '') return { kind: 'empty' }
  if (adapter.isAddress(trimmedText)) return { kind: 'address', address: trimmedText }
  if (isAccountId(trimmedText)) {
    if (chainOf(trimmedText) !== chain)
      return hasKnownNamespace(trimmedText, [adapter.namespace])
        ? { kind: 'other-chain' }
        : { kind: 'invalid' }
    const address = addressOf(trimmedText)
    return adapter.isAddress(address) ? { kind: 'address', address } : { kind: 'invalid' }
  }
  if (adapter.read.addressOfName && namePattern.test(trimmedText))
    return { kind: 'name', name: trimmedText.toLowerCase() }
  return { kind: 'invalid' }
}

// Two labels or more; the chain's own rules decide what a label may contain.
const namePattern = /^[^\s.:/]{1,255}(?:\.[^\s.:/]{1,255})+$/u
