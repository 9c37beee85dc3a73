import { type ChainId, isChainId } from '@latchkey/protocol'
import type { WireProposalNamespace } from '../contract.ts'
import {
  belongsTo,
  isFieldRecord,
  isNamespaceKey,
  isValidName,
  namespaceLimits,
  stringsOf,
} from './entries.ts'

/**
 * Reads a proposal's optional namespaces; malformed parts are left out, because they are optional.
 * Sizes are bounded.
 */
export function readProposal(value: unknown): Readonly<Record<string, WireProposalNamespace>> {
  if (!isFieldRecord(value)) return {}
  const proposal: Record<string, WireProposalNamespace> = {}
  for (const [key, entry] of Object.entries(value).slice(0, namespaceLimits.namespaces)) {
    if (!isNamespaceKey(key) || !isFieldRecord(entry)) continue
    const chains = stringsOf(
      entry.chains,
      namespaceLimits.chains,
      (chain) => isChainId(chain) && belongsTo(key, chain),
    )
    if (chains.length === 0 && !isChainId(key)) continue
    proposal[key] = {
      ...(chains.length === 0 ? {} : { chains: chains as readonly ChainId[] }),
      methods: stringsOf(entry.methods, namespaceLimits.names, isValidName),
      events: stringsOf(entry.events, namespaceLimits.names, isValidName),
    }
  }
  return proposal
}
