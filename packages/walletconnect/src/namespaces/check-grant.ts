import { type AccountId, type ChainId, chainOf, isAccountId, isChainId } from '@latchkey/protocol'
import type { WireNamespace, WireProposalNamespace } from '../contract.ts'
import { bareKey, belongsTo, isFields, isNamespaceKey, isStrings } from './entries.ts'
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
  if (!isFields(value)) throw namespaceFault(5104, 'the namespaces are no object')
  for (const [key, wanted] of Object.entries(required)) {
    checkRequired(value, key, wanted)
  }
  if (Object.keys(value).length === 0) throw namespaceFault(5104, 'nothing is granted')
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, checkEntry(key, entry)]),
  )
}

function checkEntry(key: string, entry: unknown): WireNamespace {
  if (!isNamespaceKey(key)) throw namespaceFault(5104, 'a key is no namespace and no chain')
  if (!isFields(entry)) throw namespaceFault(5103, `${key}: no object`)
  const { chains, accounts, methods, events } = entry
  const isOurs = (id: string) => belongsTo(key, id)
  if (
    chains !== undefined &&
    !(isStrings(chains) && chains.every((chain) => isChainId(chain) && isOurs(chain)))
  )
    throw namespaceFault(5100, `${key}: a chain that is none, or of another namespace`)
  if (!isStrings(accounts) || !accounts.every((account) => isAccountId(account) && isOurs(account)))
    throw namespaceFault(5103, `${key}: an account that is none, or of another namespace`)
  if (!isStrings(methods)) throw namespaceFault(5101, `${key}: methods are no list of names`)
  if (!isStrings(events)) throw namespaceFault(5102, `${key}: events are no list of names`)
  return {
    ...(chains === undefined ? {} : { chains: chains as readonly ChainId[] }),
    accounts: accounts as readonly AccountId[],
    methods,
    events,
  }
}

function checkRequired(
  granted: Readonly<Record<string, unknown>>,
  key: string,
  wanted: WireProposalNamespace,
): void {
  const family = Object.entries(granted).filter(([other]) => bareKey(other) === bareKey(key))
  if (family.length === 0) throw namespaceFault(5000, `${key}: not granted`)
  const chains = wanted.chains ?? (isChainId(key) ? [key] : [])
  for (const chain of chains) {
    const entries = family.filter(([other]) => belongsTo(other, chain)).map(([, entry]) => entry)
    const hasItem = (field: string, isIt: (item: string) => boolean) =>
      entries.some((entry) => {
        const list = isFields(entry) ? entry[field] : undefined
        return isStrings(list) && list.some(isIt)
      })
    const missingFault = (code: NamespaceCode, name: string) =>
      namespaceFault(code, `${chain}: without ${name}`)
    if (!hasItem('accounts', (account) => isAccountId(account) && chainOf(account) === chain))
      throw missingFault(5001, 'an account')
    for (const name of wanted.methods) {
      if (!hasItem('methods', (method) => method === name)) throw missingFault(5002, name)
    }
    for (const name of wanted.events) {
      if (!hasItem('events', (event) => event === name)) throw missingFault(5003, name)
    }
  }
}
