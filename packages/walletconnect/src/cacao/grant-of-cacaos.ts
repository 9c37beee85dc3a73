import {
  type AccountId,
  accountId,
  addressOf,
  type ChainId,
  chainOf,
  namespaceOf,
} from '@latchkey/protocol'
import type { WireNamespace } from '../contract.ts'
import { accountOfIssuer, type Cacao } from './cacao.ts'
import { grantOfRecap, recapOfResources } from './recap.ts'

/**
 * The namespaces that a one-click sign-in grants: the signers' accounts, on the chains they signed
 * for and on those that the recap names. No settlement is sent, so page and wallet both compute the
 * grant from the same cacaos.
 */
export function grantOfCacaos(cacaos: readonly Cacao[]): Readonly<Record<string, WireNamespace>> {
  const grantsByNamespace = new Map<
    string,
    { accounts: Set<AccountId>; chains: Set<ChainId>; methods: Set<string> }
  >()
  for (const { p } of cacaos) {
    const signer = accountOfIssuer(p.iss)
    if (!signer) continue
    const namespace = namespaceOf(signer)
    const entry = grantsByNamespace.get(namespace) ?? {
      accounts: new Set(),
      chains: new Set(),
      methods: new Set(),
    }
    grantsByNamespace.set(namespace, entry)
    const recap = recapOfResources(p.resources)
    const allowedByRecap = recap ? grantOfRecap(recap, namespace) : { methods: [], chains: [] }
    for (const chain of [chainOf(signer), ...allowedByRecap.chains]) {
      entry.chains.add(chain)
      entry.accounts.add(accountId(chain, addressOf(signer)))
    }
    for (const method of allowedByRecap.methods) {
      entry.methods.add(method)
    }
  }
  return Object.fromEntries(
    [...grantsByNamespace].map(([namespace, { accounts, chains, methods }]) => [
      namespace,
      {
        chains: [...chains],
        accounts: [...accounts],
        methods: [...methods],
        events: ['chainChanged', 'accountsChanged'],
      },
    ]),
  )
}
