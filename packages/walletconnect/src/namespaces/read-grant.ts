import { type AccountId, type ChainId, isAccountId, isChainId } from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import {
  belongsTo,
  isFieldRecord,
  isNamespaceKey,
  isValidName,
  namespaceLimits,
  stringsOf,
} from './entries.ts'
import { namespaceFault } from './namespace-fault.ts'

/**
 * Reads a live wallet's grant, by the wallet's own keys (namespace or chain). Accounts and chains
 * that are malformed or belong to another key are dropped, and so are entries without an account.
 * Missing lists become empty, and sizes are bounded.
 * @throws `proposal-unsupported` with `sourceCode` 5103 when no account is left
 */
export function readGrant(value: unknown): Readonly<Record<string, WireNamespace>> {
  const grant: Record<string, WireNamespace> = {}
  for (const [key, entry] of Object.entries(isFieldRecord(value) ? value : {}).slice(
    0,
    namespaceLimits.namespaces,
  )) {
    if (!isNamespaceKey(key) || !isFieldRecord(entry)) continue
    const isOfNamespace = (id: string) => belongsTo(key, id)
    const accounts = stringsOf(
      entry.accounts,
      namespaceLimits.accounts,
      (id) => isAccountId(id) && isOfNamespace(id),
    )
    if (accounts.length === 0) continue
    const chains = stringsOf(
      entry.chains,
      namespaceLimits.chains,
      (chain) => isChainId(chain) && isOfNamespace(chain),
    )
    grant[key] = {
      ...(chains.length === 0 ? {} : { chains: chains as readonly ChainId[] }),
      accounts: accounts as readonly AccountId[],
      methods: stringsOf(entry.methods, namespaceLimits.names, isValidName),
      events: stringsOf(entry.events, namespaceLimits.names, isValidName),
    }
  }
  if (Object.keys(grant).length === 0) throw namespaceFault(5103, 'no account granted')
  return grant
}
