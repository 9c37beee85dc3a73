import type { Kit, State } from '@latchkey/core'
import {
  defaultConnectorOrder,
  type RecentWallet,
  recommendedPageSize,
  type WalletListing,
} from '@latchkey/protocol'
import { canReachWallet } from './can-reach-wallet.ts'
import { type Choice, installedChoices, isChoiceOfId, listedChoice } from './choice.ts'
import { transportOf } from './transport-of.ts'

export interface ConnectGroup {
  /**
   * The group `code` contains no wallets. It marks the position of the QR code in the owner's
   * order.
   */
  readonly kind: 'recent' | 'installed' | 'popular' | 'code'
  readonly choices: readonly Choice[]
}

/**
 * The wallets of Connect in groups: recently used, installed in this browser, popular. Each wallet
 * appears once; the groups are in the owner's order.
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
  const listings = [
    ...custom,
    ...snapshot.filter(({ id }) => !custom.some((customListing) => customListing.id === id)),
  ]
  const isListed = (choice: Choice): boolean =>
    (include === undefined || include.some((id) => isChoiceOfId(choice, id, state))) &&
    !exclude.some((id) => isChoiceOfId(choice, id, state))

  const pageChoices = installedChoices(kit, state, listings).filter(isListed)
  // A wallet that is installed in this browser is not listed again as one to install.
  const absentChoices = listings
    .map((listing) => listedChoice(kit, listing))
    .filter(
      (choice) => isListed(choice) && !pageChoices.some((one) => one.listing?.id === choice.id),
    )
  const transport = transportOf(state)
  const recentChoices = (order.includes('recent') ? state.recent : [])
    .map((one) => {
      const { id } = one
      return (
        pageChoices.find(({ connectors }) => connectors.includes(id)) ??
        // A recent wallet on another device is shown even when no list contains it, because the
        // transport can reach it again.
        (transport &&
          ([...pageChoices, ...absentChoices].find(({ listing }) => listing?.id === id) ??
            (id.startsWith('peer:') && !include ? peerChoice(kit, one, transport.id) : undefined)))
      )
    })
    .filter((choice, i, all): choice is Choice => choice !== undefined && all.indexOf(choice) === i)
  const newPageChoices = pageChoices.filter((choice) => !recentChoices.includes(choice))
  const findNamed = (ids: readonly string[]): Choice[] =>
    ids.flatMap((id) =>
      absentChoices.filter((choice) => isChoiceOfId(choice, id, state)).slice(0, 1),
    )
  const choicesByGroup = {
    featured: findNamed(featured),
    custom: absentChoices.filter(({ id }) =>
      custom.some((customListing) => customListing.id === id),
    ),
    // When the owner lists wallets, exactly these wallets are recommended.
    recommended: include
      ? findNamed(include)
      : absentChoices.filter(
          ({ listing }) =>
            supportsPageFamily(kit, listing) &&
            (!onPhone || !transport || (listing && canReachWallet(listing, true))),
        ),
  }
  const freeRowCount = include
    ? Number.POSITIVE_INFINITY
    : Math.max(
        0,
        recommendedPageSize -
          choicesByGroup.featured.length -
          choicesByGroup.custom.length -
          pageChoices.length,
      )
  const popularChoices: Choice[] = []
  for (const groupName of order) {
    if (groupName === 'featured' || groupName === 'custom' || groupName === 'recommended') {
      const newChoices = choicesByGroup[groupName].filter(
        (choice) =>
          !popularChoices.some(({ id }) => id === choice.id) && !recentChoices.includes(choice),
      )
      const addedChoices =
        groupName === 'recommended'
          ? newChoices
              .filter(({ id }) => !choicesByGroup.featured.some((one) => one.id === id))
              .slice(0, freeRowCount)
          : newChoices
      popularChoices.push(...addedChoices)
    }
  }

  const groups: ConnectGroup[] = []
  const addGroup = (kind: ConnectGroup['kind'], choices: readonly Choice[]): void => {
    if (choices.length > 0 && !groups.some((group) => group.kind === kind))
      groups.push({ kind, choices })
  }
  for (const groupName of order) {
    if (groupName === 'recent') addGroup('recent', recentChoices)
    else if (groupName === 'injected') addGroup('installed', newPageChoices)
    else if (groupName !== 'walletConnect') addGroup('popular', popularChoices)
    else if (transport && kit.options.wallets?.order) groups.push({ kind: 'code', choices: [] })
  }
  return groups
}

/**
 * A wallet that no list contains. It is opened by the link that it reported, or else reached by the
 * QR code.
 */
function peerChoice(kit: Kit, wallet: RecentWallet, transport: string): Choice {
  const { listing, ...choice } = listedChoice(kit, wallet)
  return wallet.mobile_link || wallet.universal_link
    ? { ...choice, listing: wallet }
    : { ...choice, connectors: [transport] }
}

/** Whether a wallet supports a family of the page, or does not list its families. */
export function supportsPageFamily(kit: Kit, listing: WalletListing | undefined): boolean {
  const namespaces = Object.keys(kit.adapters)
  return (
    namespaces.length === 0 ||
    !listing?.chains ||
    listing.chains.some((one) => namespaces.includes(one.split(':')[0] ?? ''))
  )
}
