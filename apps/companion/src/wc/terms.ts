import { accountId, type ChainId, isChainId, namespaceOf } from '@latchkey/protocol'
import type { FamilyAddress } from '@latchkey/signer'
import type { WalletProposal, WireNamespace } from '@latchkey/walletconnect/wallet'
import { accountsOf, wireFamilies, wireFamilyOf } from './families.ts'

/** Descriptions of the methods that this wallet supports on Ethereum-like chains. */
const methodTexts: Readonly<Record<string, string>> = {
  personal_sign: 'Ask you to sign messages',
  eth_signTypedData_v4: 'Ask you to sign structured data',
  eth_sendTransaction: 'Ask you to send transactions',
  wallet_switchEthereumChain: 'Ask you to switch network',
  wallet_addEthereumChain: 'Ask you to add a network',
  eth_accounts: 'See your accounts',
  eth_requestAccounts: 'See your accounts',
  eth_chainId: 'See your network',
  wallet_getCapabilities: 'See what this wallet can do',
  wallet_getPermissions: 'See what it may do',
}
const evmEvents = ['accountsChanged', 'chainChanged']

const families: Readonly<
  Record<
    string,
    { readonly methods: Readonly<Record<string, string>>; readonly events: readonly string[] }
  >
> = { eip155: { methods: methodTexts, events: evmEvents }, ...wireFamilies }

/** What this wallet would grant for one namespace. */
export interface NamespaceTerms {
  readonly namespace: string
  /** CAIP-2 ids of the granted chains, in the requested order. */
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** What this wallet would grant for a proposal. */
export interface Terms {
  /**
   * The page's namespaces in the requested order, except those without a chain that this wallet
   * knows.
   */
  readonly namespaces: readonly NamespaceTerms[]
  /**
   * What the page requires and this wallet does not support; such a proposal can only be rejected.
   */
  readonly missing: readonly string[]
}

/** Description of a method for the visitor. */
export function describeMethod(namespace: string, method: string): string {
  return families[namespace]?.methods[method] ?? method
}

/**
 * Compares a session proposal with the chains that this wallet knows, by the rules for namespaces
 * of WalletConnect Sign 2.
 */
export function readTerms(
  { required, optional }: WalletProposal,
  knownChains: readonly ChainId[],
): Terms {
  const entries = [...Object.entries(required), ...Object.entries(optional)].map(
    ([key, entry], i) => {
      const isChain = isChainId(key)
      const namespace = isChain ? namespaceOf(key) : key
      const chains =
        entry.chains ??
        (isChain ? [key] : knownChains.filter((chain) => namespaceOf(chain) === namespace))
      return { ...entry, chains, namespace, isRequired: i < Object.keys(required).length }
    },
  )
  const requiredEntries = entries.filter(({ isRequired }) => isRequired)
  const namespaces = removeDuplicates(entries.map(({ namespace }) => namespace)).flatMap(
    (namespace) => {
      const family = Object.hasOwn(families, namespace) ? families[namespace] : undefined
      const namespaceTerms = entries.filter((entry) => entry.namespace === namespace)
      const chains = removeDuplicates(namespaceTerms.flatMap((entry) => entry.chains)).filter(
        (chain) => knownChains.includes(chain),
      )
      if (!family || chains.length === 0) return []
      const methods = removeDuplicates(namespaceTerms.flatMap((entry) => entry.methods)).filter(
        (one) => Object.hasOwn(family.methods, one),
      )
      // A required event is granted even when this wallet never sends it, because the page would
      // end the pairing without it.
      const events = namespaceTerms.flatMap(({ events, isRequired }) =>
        events.filter((event) => isRequired || family.events.includes(event)),
      )
      return [{ namespace, chains, methods, events: removeDuplicates(events) }]
    },
  )
  const missingTerms = requiredEntries.flatMap(({ namespace, chains, methods }) => {
    const family = Object.hasOwn(families, namespace) ? families[namespace] : undefined
    if (!family) return [namespace]
    return [
      ...chains.filter((chain) => !knownChains.includes(chain)),
      ...methods.filter((method) => !Object.hasOwn(family.methods, method)),
    ]
  })
  const isEmpty = missingTerms.length === 0 && namespaces.length === 0
  return {
    namespaces,
    missing: isEmpty ? ['a network that this wallet knows'] : removeDuplicates(missingTerms),
  }
}

/** The chains that this wallet would grant, except Ethereum-like ones. */
export function otherChainsOf({ namespaces }: Terms): readonly ChainId[] {
  return namespaces.flatMap(({ chains }) => chains.filter(wireFamilyOf))
}

/**
 * Makes the namespaces of the session that is granted. They contain `accounts` on Ethereum-like
 * chains, the selected one first, and `addresses` on the others.
 */
export function grantTerms(
  { namespaces }: Terms,
  accounts: readonly string[],
  addresses: readonly FamilyAddress[],
): Readonly<Record<string, WireNamespace>> {
  return Object.fromEntries(
    namespaces.map(({ namespace, chains, methods, events }) => {
      const namespaceTerms = chains.flatMap((chain) =>
        wireFamilyOf(chain)
          ? accountsOf(chain, addresses)
          : accounts.map((address) => accountId(chain, address)),
      )
      return [namespace, { chains, accounts: namespaceTerms, methods, events }]
    }),
  )
}

/** The Ethereum-like chains that the page offers for sign-in and that this wallet knows. */
export function signInChains(
  offered: readonly ChainId[],
  knownChains: readonly ChainId[],
): readonly ChainId[] {
  return offered.filter((chain) => namespaceOf(chain) === 'eip155' && knownChains.includes(chain))
}

function removeDuplicates<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)]
}
