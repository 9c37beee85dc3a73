import { wallets } from '@latchkey/catalog/wallets'
import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { WalletRow } from '../../parts/WalletRow.tsx'
import type { View, ViewProps } from '../../view.ts'
import { listedChoice } from '../../wallet/choice.ts'
import { connectGroups } from '../../wallet/connect-groups.ts'
import { downloads } from '../../wallet/downloads.ts'

const shown = 6

/** The owner's wallets and the best known ones that are not here yet. */
function offered(kit: Kit): readonly WalletListing[] {
  const groups = connectGroups(kit, { ...kit.getState(), connectors: {}, recent: [] }, wallets())
  const first = groups.flatMap(({ choices }) => choices.flatMap(({ listing }) => listing ?? []))
  const { include, exclude = [] } = kit.options.wallets ?? {}
  const rest = include ? [] : wallets().filter(({ id }) => !exclude.includes(id) && !first.some((one) => one.id === id))
  return [...first, ...rest].slice(0, Math.max(shown, first.length))
}

function GetWallet({ kit, modal, route }: ViewProps<'GetWallet'>): ReactElement {
  const words = modal.words.getWallet
  const { wallet } = route
  if (!wallet)
    return (
      <>
        <p className="hint lead">{words.hint}</p>
        <ul className="list" aria-label={words.list}>
          {offered(kit).map((listing) => (
            <WalletRow
              key={listing.id}
              choice={listedChoice(kit, listing)}
              onPress={() => modal.push({ view: 'GetWallet', wallet: listing })}
            />
          ))}
        </ul>
      </>
    )
  const { icon, color, name } = listedChoice(kit, wallet)
  const links = downloads(wallet, navigator.userAgent)
  return (
    <div className="get">
      <div className="pulse still">
        <Tile name={name} icon={icon} color={color} size={72} />
      </div>
      <p className="hint">{links.length > 0 ? words.hintOf(name) : words.none}</p>
      {links.map(({ kind, href }, i) => (
        <a
          key={kind}
          className={i === 0 ? 'primary' : 'secondary'}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words[kind]}
          <Icon name="out" />
        </a>
      ))}
    </div>
  )
}

export const getWalletView: View<'GetWallet'> = {
  heading: (words, { wallet }) => (wallet ? words.getWallet.headingOf(wallet.name) : words.getWallet.heading),
  component: GetWallet,
}
