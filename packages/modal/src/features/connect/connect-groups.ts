import type { Kit, State } from '@latchkey/core'
import {
  defaultConnectorOrder,
  type RecentWallet,
  recommendedPageSize,
  type WalletListing,
} from '@latchkey/protocol'
import { canReach } from './can-reach.ts'
import { type Choice, installedChoices, isMeant, listedChoice } from './choice.ts'
import { transportOf } from './transport-of.ts'

export interface ConnectGroup {
  /**
   * `code` says where connecting by QR code stands in the owner's order; it has no wallets.
   */
  readonly kind: 'recent' | 'installed' | 'popular' | 'code'
  readonly choices: readonly Choice[]
}

/**
 * The wallets of Connect: last used, in this browser, popular. Each wallet once; the owner's order
 * sorts the groups.
 * @param snapshot wallets known without a server, best known first
 * @param onPhone recommends only wallets that open on this phone
 */
export function connectGroups(
  kit: Kit,
  state: State,
  snapshot: readonly WalletListing[],
  onPhone = false,
): readonly ConnectGroup[] {
  const {
    featured = [],
    include,
    exclude = [],
    custom = [],
    order = defaultConnectorOrder,
  } = kit.options.wallets ?? {}
  const listings = [...custom, ...snapshot.filter(({ id }) => !custom.some((own) => own.id === id))]
  const isListed = (choice: Choice): boolean =>
    (include === undefined || include.some((id) => isMeant(choice, id, state))) &&
    !exclude.some((id) => isMeant(choice, id, state))

  const here = installedChoices(kit, state, listings).filter(isListed)
  // A wallet of this browser is not listed again as one to install.
  const absent = listings
    .map((listing) => listedChoice(kit, listing))
    .filter((choice) => isListed(choice) && !here.some((one) => one.listing?.id === choice.id))
  const transport = transportOf(state)
  const recent = (order.includes('recent') ? state.recent : [])
    .map((one) => {
      const { id } = one
      return (
        here.find(({ connectors }) => connectors.includes(id)) ??
        // A wallet last used on another device is reached there again, listed or not.
        (transport &&
          ([...here, ...absent].find(({ listing }) => listing?.id === id) ??
            (id.startsWith('peer:') && !include ? peerChoice(kit, one, transport.id) : undefined)))
      )
    })
    .filter((choice, i, all): choice is Choice => choice !== undefined && all.indexOf(choice) === i)
  const installed = here.filter((choice) => !recent.includes(choice))
  const findNamed = (ids: readonly string[]): Choice[] =>
    ids.flatMap((id) => absent.filter((choice) => isMeant(choice, id, state)).slice(0, 1))
  const parts = {
    featured: findNamed(featured),
    custom: absent.filter(({ id }) => custom.some((own) => own.id === id)),
    // When the owner says which wallets are listed, exactly those are.
    recommended: include
      ? findNamed(include)
      : absent.filter(
          ({ listing }) =>
            isOfFamily(kit, listing) &&
            (!onPhone || !transport || (listing && canReach(listing, true))),
        ),
  }
  const room = include
    ? Number.POSITIVE_INFINITY
    : Math.max(0, recommendedPageSize - parts.featured.length - parts.custom.length - here.length)
  const popular: Choice[] = []
  for (const part of order) {
    if (part === 'featured' || part === 'custom' || part === 'recommended') {
      const fresh = parts[part].filter(
        (choice) => !popular.some(({ id }) => id === choice.id) && !recent.includes(choice),
      )
      const taken =
        part === 'recommended'
          ? fresh.filter(({ id }) => !parts.featured.some((one) => one.id === id)).slice(0, room)
          : fresh
      popular.push(...taken)
    }
  }

  const kinds: ConnectGroup[] = []
  const addGroup = (kind: ConnectGroup['kind'], choices: readonly Choice[]): void => {
    if (choices.length > 0 && !kinds.some((group) => group.kind === kind))
      kinds.push({ kind, choices })
  }
  for (const part of order) {
    if (part === 'recent') addGroup('recent', recent)
    else if (part === 'injected') addGroup('installed', installed)
    else if (part !== 'walletConnect') addGroup('popular', popular)
    else if (transport && kit.options.wallets?.order) kinds.push({ kind: 'code', choices: [] })
  }
  return kinds
}

/** Opened by the wallet's own link if it has one; else by the QR code. */
function peerChoice(kit: Kit, wallet: RecentWallet, transport: string): Choice {
  const { listing, ...choice } = listedChoice(kit, wallet)
  return wallet.mobile_link || wallet.universal_link
    ? { ...choice, listing: wallet }
    : { ...choice, connectors: [transport] }
}

/** Whether a wallet supports a family of the page, or does not list its families. */
export function isOfFamily(kit: Kit, listing: WalletListing | undefined): boolean {
  const namespaces = Object.keys(kit.adapters)
  return (
    namespaces.length === 0 ||
    !listing?.chains ||
    listing.chains.some((one) => namespaces.includes(one.split(':')[0] ?? ''))
  )
}
