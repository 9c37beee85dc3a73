import { isPhone, note } from '@latchkey/core'
import { type WalletListing, walletPageSize } from '@latchkey/protocol'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { LinkOrButton } from '../../../parts/LinkOrButton.tsx'
import { SearchField } from '../../../parts/SearchField.tsx'
import { Tile } from '../../../parts/Tile.tsx'
import { canReachWallet } from '../../connect/can-reach-wallet.ts'
import { type Choice, installedChoices, listedChoice } from '../../connect/choice.ts'
import { chooseWallet, walletLinkOf } from '../../connect/choose-wallet.ts'
import { transportOf } from '../../connect/transport-of.ts'
import { moveInGrid } from './move-in-grid.ts'
import { useWalletSearch } from './use-wallet-search.ts'

function AllWallets({ kit, modal, route }: ViewProps<'AllWallets'>): ReactElement {
  const words = modal.words.allWallets
  const search = route.search ?? ''
  const [pages, setPages] = useState(1)
  const { found, isBusy, isWhole, again } = useWalletSearch(kit, search, pages)
  const endMarker = useRef<HTMLLIElement>(null)
  const installed = installedChoices(kit, kit.getState(), found)
  const { include, custom = [] } = kit.options.wallets ?? {}
  // Wallets that the owner lists are shown without filters.
  const hidesUnreachable = !include && transportOf(kit.getState()) !== undefined && isPhone()
  const isListingShown = (listing: WalletListing | undefined): boolean =>
    !hidesUnreachable ||
    listing === undefined ||
    custom.includes(listing) ||
    canReachWallet(listing, true)
  const choices = found
    .map(
      (listing): Choice =>
        installed.find((one) => one.listing?.id === listing.id) ?? listedChoice(kit, listing),
    )
    .filter(({ connectors, listing }) => connectors.length > 0 || isListingShown(listing))
  const shownChoices = choices.slice(0, pages * walletPageSize)
  const hasMore = shownChoices.length < choices.length || !isWhole
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is observed anew
  useEffect(() => {
    if (!endMarker.current || !hasMore || isBusy) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setPages((count) => count + 1)
      },
      { rootMargin: '200px' },
    )
    observer.observe(endMarker.current)
    return () => observer.disconnect()
  }, [hasMore, pages, isBusy])

  const isSearchDone = !isBusy
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list is announced once
  useEffect(() => {
    if (isSearchDone)
      note(kit, {
        type: 'wallets-listed',
        view: 'AllWallets',
        query: search.trim(),
        wallets: shownChoices,
      })
  }, [isSearchDone, search, pages])

  const hasNoMatches = choices.length === 0 && !isBusy
  return (
    <div className="all">
      <SearchField
        label={words.search}
        value={search}
        onValue={(text) => {
          setPages(1)
          modal.update({ view: 'AllWallets', search: text })
        }}
      />
      <div role="status" className={hasNoMatches ? 'nothing' : 'hidden'}>
        {hasNoMatches ? (
          <p className="nothing-title">{words.none}</p>
        ) : (
          search.trim() && !isBusy && words.count(choices.length)
        )}
        {hasNoMatches && <p className="hint">{words.noneHint}</p>}
      </div>
      <div role="status">{again && <p className="hint">{words.part}</p>}</div>
      {again && (
        <button type="button" className="link" onClick={again}>
          {modal.words.connecting.tryAgain}
        </button>
      )}
      <ul className="grid" aria-label={words.list} aria-busy={isBusy} onKeyDown={walkCells}>
        {shownChoices.map((choice, i) => (
          <li key={choice.id} aria-setsize={choices.length} aria-posinset={i + 1}>
            <LinkOrButton
              className="cell"
              aria-label={choice.name}
              aria-description={
                [
                  choice.connectors.length > 0 && words.installed,
                  isCertified(choice) && words.certified,
                ]
                  .filter(Boolean)
                  .join(', ') || undefined
              }
              data-installed={choice.connectors.length > 0}
              data-certified={isCertified(choice)}
              link={walletLinkOf(kit, modal, choice)}
              onClick={() => chooseWallet(kit, modal, choice)}
            >
              <Tile name={choice.name} icon={choice.icon} color={choice.color} size={56} />
              <span className="cell-name">{choice.name}</span>
            </LinkOrButton>
          </li>
        ))}
        {hasMore && <li ref={endMarker} className="end" aria-hidden="true" />}
      </ul>
    </div>
  )
}

function isCertified({ listing }: Choice): boolean {
  return listing?.badge_type === 'certified'
}

/** Moves the focus from cell to cell by the arrow keys. */
function walkCells(event: KeyboardEvent<HTMLUListElement>): void {
  const gridCells = [...event.currentTarget.querySelectorAll<HTMLElement>('.cell')]
  const { offsetTop = 0 } = gridCells[0]?.parentElement ?? {}
  const columns = gridCells.filter((cell) => cell.parentElement?.offsetTop === offsetTop).length
  const nextCell = moveInGrid(
    event.key,
    gridCells.indexOf(event.target as HTMLElement),
    gridCells.length,
    columns,
  )
  if (nextCell === undefined) return
  event.preventDefault()
  gridCells[nextCell]?.focus()
}

export const allWalletsView: View<'AllWallets'> = {
  heading: (words) => words.allWallets.heading,
  component: AllWallets,
  isWayIn: true,
}
