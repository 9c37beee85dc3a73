import { type AccountId, type ChainId, chainOf, isAccountId, isChainId } from '@latchkey/protocol'
import type { WireNamespace, WireProposalNamespace } from '../contract.ts'
import {
  belongsTo,
  isFieldRecord,
  isNamespaceKey,
  isStringList,
  namespaceOfKey,
} from './entries.ts'
import { type NamespaceCode, namespaceFault } from './namespace-fault.ts'

/**
 * Checks a wallet's grant strictly: it must contain everything required, and nothing malformed.
 * Source: WalletConnect sign 2, "Namespaces", 2.1 to 2.11.
 * @throws `proposal-unsupported` with `sourceCode` 5000 namespace, 5001 chain, 5002 method, 5003
 *   event missing; 5100 chains, 5101 methods, 5102 events, 5103 accounts, 5104 key malformed
 */
export function checkGrant(
  value: unknown,
  required: Readonly<Record<string, WireProposalNamespace>> = {},
): Readonly<Record<string, WireNamespace>> {
  if (!isFieldRecord(value)) throw namespaceFault(5104, 'the namespaces are no object')
  for (const [key, requiredNamespace] of Object.entries(required)) {
    checkRequired(value, key, requiredNamespace)
  }
  if (Object.keys(value).length === 0) throw namespaceFault(5104, 'nothing is granted')
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, checkEntry(key, entry)]),
  )
}

function checkEntry(key: string, entry: unknown): WireNamespace {
  if (!isNamespaceKey(key)) throw namespaceFault(5104, 'a key is no namespace and no chain')
  if (!isFieldRecord(entry)) throw namespaceFault(5103, `${key}: no object`)
  const { chains, accounts, methods, events } = entry
  const isOfNamespace = (id: string) => belongsTo(key, id)
  if (
    chains !== undefined &&
    !(isStringList(chains) && chains.every((chain) => isChainId(chain) && isOfNamespace(chain)))
  )
    throw namespaceFault(5100, `${key}: a chain that is none, or of another namespace`)
  if (
    !isStringList(accounts) ||
    !accounts.every((account) => isAccountId(account) && isOfNamespace(account))
  )
    throw namespaceFault(5103, `${key}: an account that is none, or of another namespace`)
  if (!isStringList(methods)) throw namespaceFault(5101, `${key}: methods are no list of names`)
  if (!isStringList(events)) throw namespaceFault(5102, `${key}: events are no list of names`)
  return {
    ...(chains === undefined ? {} : { chains: chains as readonly ChainId[] }),
    accounts: accounts as readonly AccountId[],
    methods,
    events,
  }
}

function checkRequired(
  grantedNamespaces: Readonly<Record<string, unknown>>,
  key: string,
  requiredNamespace: WireProposalNamespace,
): void {
  const namespaceEntries = Object.entries(grantedNamespaces).filter(
    ([other]) => namespaceOfKey(other) === namespaceOfKey(key),
  )
  if (namespaceEntries.length === 0) throw namespaceFault(5000, `${key}: not granted`)
  const chains = requiredNamespace.chains ?? (isChainId(key) ? [key] : [])
  for (const chain of chains) {
    const entries = namespaceEntries
      .filter(([other]) => belongsTo(other, chain))
      .map(([, entry]) => entry)
    const hasItem = (field: string, matches: (item: string) => boolean) =>
      entries.some((entry) => {
        const fieldItems = isFieldRecord(entry) ? entry[field] : undefined
        return isStringList(fieldItems) && fieldItems.some(matches)
      })
    const missingFault = (code: NamespaceCode, name: string) =>
      namespaceFault(code, `${chain}: without ${name}`)
    if (!hasItem('accounts', (account) => isAccountId(account) && chainOf(account) === chain))
      throw missingFault(5001, 'an account')
    for (const name of requiredNamespace.methods) {
      if (!hasItem('methods', (method) => method === name)) throw missingFault(5002, name)
    }
    for (const name of requiredNamespace.events) {
      if (!hasItem('events', (event) => event === name)) throw missingFault(5003, name)
    }
  }
}
