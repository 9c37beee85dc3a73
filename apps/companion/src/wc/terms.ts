import { accountId, type ChainId, isChainId, namespaceOf } from '@latchkey/protocol'
import type { WalletProposal, WireNamespace } from '@latchkey/walletconnect/wallet'

/** What this wallet can do for a page over WalletConnect, in plain words. */
export const methodWords: Readonly<Record<string, string>> = {
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
const ownEvents = ['accountsChanged', 'chainChanged']

/** What of a proposal this wallet would grant. */
export interface Terms {
  /** CAIP-2 ids, in the order asked. */
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** What the page requires and this wallet has not; then it can only be rejected. */
  readonly missing: readonly string[]
}

/** Reads a proposal against the chains this wallet knows. Source: WalletConnect sign 2, "Namespaces". */
export function readTerms({ required, optional }: WalletProposal, known: readonly ChainId[]): Terms {
  const entries = [...Object.entries(required), ...Object.entries(optional)].map(([key, entry], i) => {
    const isChain = isChainId(key)
    const chains = entry.chains ?? (isChain ? [key] : known)
    return { ...entry, chains, family: isChain ? namespaceOf(key) : key, isRequired: i < Object.keys(required).length }
  })
  const own = entries.filter(({ family }) => family === 'eip155')
  const needed = entries.filter(({ isRequired }) => isRequired)
  const chains = unique(own.flatMap((entry) => entry.chains)).filter((chain) => known.includes(chain))
  const lacks = needed.flatMap(({ family, chains: asked, methods }) =>
    family === 'eip155'
      ? [
          ...asked.filter((chain) => !known.includes(chain)),
          ...methods.filter((method) => !Object.hasOwn(methodWords, method)),
        ]
      : [family],
  )
  return {
    chains,
    methods: unique(own.flatMap(({ methods }) => methods)).filter((method) => Object.hasOwn(methodWords, method)),
    // An event that never comes does no harm, while one that was required and is not granted ends the pairing.
    events: unique([
      ...needed.flatMap(({ events }) => events),
      ...own.flatMap(({ events }) => events).filter((event) => ownEvents.includes(event)),
    ]),
    missing: lacks.length > 0 || chains.length > 0 ? unique(lacks) : ['a network that this wallet knows'],
  }
}

/** The namespaces that grant these terms for these accounts, the selected one first. */
export function grantTerms(terms: Terms, accounts: readonly string[]): Readonly<Record<string, WireNamespace>> {
  return {
    eip155: {
      chains: terms.chains,
      accounts: terms.chains.flatMap((chain) => accounts.map((address) => accountId(chain, address))),
      methods: terms.methods,
      events: terms.events,
    },
  }
}

function unique<T>(list: readonly T[]): readonly T[] {
  return [...new Set(list)]
}
