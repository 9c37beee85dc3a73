import { type ChainId, isChainId } from '@latchkey/protocol'
import type { WireProposalNamespace } from '../contract.ts'
import { belongsTo, isFieldRecord, isNamespaceKey, isStringList } from './entries.ts'
import { namespaceFault } from './namespace-fault.ts'

/**
 * Checks the namespaces of a proposal against the specification. A single malformed entry makes the
 * whole proposal invalid; without a value there are no namespaces. Source: WalletConnect sign 2,
 * "Namespaces", 1.1 to 1.8.
 * @throws `proposal-unsupported` with `sourceCode` 5100 chains, 5101 methods, 5102 events, 5104 key
 */
export function checkProposal(value: unknown): Readonly<Record<string, WireProposalNamespace>> {
  if (value === undefined || value === null) return {}
  if (!isFieldRecord(value)) throw namespaceFault(5104, 'the namespaces are no object')
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, checkEntry(key, entry)]),
  )
}

function checkEntry(key: string, entry: unknown): WireProposalNamespace {
  if (!isNamespaceKey(key)) throw namespaceFault(5104, 'a key is no namespace and no chain')
  if (!isFieldRecord(entry)) throw namespaceFault(5100, `${key}: no object`)
  const { chains, methods, events } = entry
  const isMissing = chains === undefined && isChainId(key)
  if (!isMissing && (!isStringList(chains) || chains.length === 0))
    throw namespaceFault(5100, `${key}: no chains`)
  const chainIds = (chains ?? []) as readonly string[]
  if (!chainIds.every((chain) => isChainId(chain) && belongsTo(key, chain)))
    throw namespaceFault(5100, `${key}: a chain that is none, or of another namespace`)
  if (!isStringList(methods)) throw namespaceFault(5101, `${key}: methods are no list of names`)
  if (!isStringList(events)) throw namespaceFault(5102, `${key}: events are no list of names`)
  return { ...(isMissing ? {} : { chains: chainIds as readonly ChainId[] }), methods, events }
}
