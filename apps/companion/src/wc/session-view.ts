import { accountId, addressOf, type ChainId, chainOf, referenceOf } from '@latchkey/protocol'
import type { Metadata, SessionRecord, WireNamespace } from '@latchkey/walletconnect/wallet'
import { type Address, getAddress, isAddress } from 'viem'

/** Who a page says it is: the origin of the address it gives, else the start of its words. Claimed, never verified. */
export function claimedOrigin({ url, name }: Metadata): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  return (url || name || 'a page without a name').replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 80)
}

/** Accounts and chains of a session, the selected ones first. */
export function viewSession({ namespaces }: SessionRecord): {
  readonly accounts: readonly Address[]
  readonly chains: readonly ChainId[]
} {
  const entries = Object.values(namespaces)
  const granted = entries.flatMap(({ accounts }) => accounts).filter((one) => one.startsWith('eip155:'))
  const addresses = granted.map(addressOf).filter((one) => isAddress(one, { strict: false }))
  const chains = [...entries.flatMap(({ chains = [] }) => chains), ...granted.map(chainOf)]
  return {
    accounts: [...new Set(addresses.map((one) => getAddress(one)))],
    chains: [...new Set(chains.filter((chain) => chain.startsWith('eip155:')))],
  }
}

/** The namespaces of a session with another account or chain in front; a chain that was not granted joins. */
export function reorder(
  session: SessionRecord,
  first: { readonly account?: Address; readonly chain?: ChainId },
): Readonly<Record<string, WireNamespace>> {
  const view = viewSession(session)
  const accounts = front(view.accounts, first.account)
  const chains = front(view.chains, first.chain)
  const entries = Object.values(session.namespaces)
  return {
    eip155: {
      chains,
      accounts: chains.flatMap((chain) => accounts.map((address) => accountId(chain, address))),
      methods: [...new Set(entries.flatMap(({ methods }) => methods))],
      events: [...new Set(entries.flatMap(({ events }) => events))],
    },
  }
}

/** EIP-155 number of a chain id. */
export function numberOf(chain: ChainId): number {
  return Number(referenceOf(chain))
}

function front<T>(list: readonly T[], first: T | undefined): readonly T[] {
  return first === undefined ? list : [first, ...list.filter((one) => one !== first)]
}
