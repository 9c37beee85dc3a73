import { accountId, addressOf, type ChainId, chainOf, referenceOf } from '@latchkey/protocol'
import type { FamilyAddress } from '@latchkey/signer'
import type { Metadata, SessionRecord, WireNamespace } from '@latchkey/walletconnect/wallet'
import { type Address, getAddress, isAddress } from 'viem'
import { accountsOf, wireFamilyOf } from './families.ts'

/**
 * The origin that a page claims to have, which nobody verifies: the origin of the URL that it
 * gives, else the beginning of that URL or of its name.
 */
export function claimedOrigin({ url, name }: Metadata): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  return (url || name || 'a page without a name').replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 80)
}

/** Lists the accounts and chains of a session, the selected ones first. */
export function viewSession({ namespaces }: SessionRecord): {
  readonly accounts: readonly Address[]
  readonly chains: readonly ChainId[]
} {
  const entries = Object.values(namespaces)
  const grantedAccounts = entries
    .flatMap(({ accounts }) => accounts)
    .filter((account) => account.startsWith('eip155:'))
  const addresses = grantedAccounts
    .map(addressOf)
    .filter((account) => isAddress(account, { strict: false }))
  const chains = [...entries.flatMap(({ chains = [] }) => chains), ...grantedAccounts.map(chainOf)]
  return {
    accounts: [...new Set(addresses.map((account) => getAddress(account)))],
    chains: [...new Set(chains.filter((chain) => chain.startsWith('eip155:')))],
  }
}

/**
 * Makes a session's namespaces with another account or chain in the first place. A chain that was
 * not granted yet is added.
 */
export function reorderSession(
  session: SessionRecord,
  first: { readonly account?: Address; readonly chain?: ChainId },
): Readonly<Record<string, WireNamespace>> {
  const view = viewSession(session)
  const accounts = moveToFront(view.accounts, first.account)
  const chains = moveToFront(view.chains, first.chain)
  const isEvmNamespace = (key: string): boolean => key.split(':')[0] === 'eip155'
  const allNamespaces = Object.entries(session.namespaces)
  const entries = allNamespaces.filter(([key]) => isEvmNamespace(key)).map(([, entry]) => entry)
  return {
    ...Object.fromEntries(allNamespaces.filter(([key]) => !isEvmNamespace(key))),
    eip155: {
      chains,
      accounts: chains.flatMap((chain) => accounts.map((address) => accountId(chain, address))),
      methods: [...new Set(entries.flatMap(({ methods }) => methods))],
      events: [...new Set(entries.flatMap(({ events }) => events))],
    },
  }
}

/**
 * Makes a session's namespaces with other accounts on all of its Solana, Bitcoin and Stacks chains.
 */
export function replaceAccounts(
  { namespaces }: SessionRecord,
  addresses: readonly FamilyAddress[],
): Readonly<Record<string, WireNamespace>> {
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, entry]) => {
      const chains = (entry.chains ?? []).filter(wireFamilyOf)
      if (chains.length === 0) return [key, entry]
      return [key, { ...entry, accounts: chains.flatMap((chain) => accountsOf(chain, addresses)) }]
    }),
  )
}

/** Chains of Solana, Bitcoin and Stacks in a session. */
export function otherChains({ namespaces }: SessionRecord): readonly ChainId[] {
  return Object.values(namespaces).flatMap(({ chains = [] }) => chains.filter(wireFamilyOf))
}

/** The session's first address on Solana, Bitcoin or Stacks; empty when there is none. */
export function otherChainAddress({ namespaces }: SessionRecord): string {
  const otherAccount = Object.values(namespaces).flatMap(({ accounts }) =>
    accounts.filter((account) => wireFamilyOf(chainOf(account))),
  )
  return otherAccount.map(addressOf)[0] ?? ''
}

/** The chain number in a CAIP-2 id of the namespace `eip155`. */
export function chainNumberOf(chain: ChainId): number {
  return Number(referenceOf(chain))
}

function moveToFront<T>(list: readonly T[], first: T | undefined): readonly T[] {
  return first === undefined ? list : [first, ...list.filter((account) => account !== first)]
}
