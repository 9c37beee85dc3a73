import { wallets } from '@latchkey/catalog/wallets'
import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { WalletRow } from '../../parts/WalletRow.tsx'
import type { View, ViewProps } from '../../view.ts'
import { listedChoice } from '../../wallet/choice.ts'
import { connectGroups } from '../../wallet/connect-groups.ts'

const shown = 6

/** The owner's wallets and the best known ones that are not here yet. */
function offered(kit: Kit): readonly WalletListing[] {
  const groups = connectGroups(kit, { ...kit.getState(), connectors: {}, recent: [] }, wallets())
  const first = groups.flatMap(({ choices }) => choices.flatMap(({ listing }) => listing ?? []))
  const { include, exclude = [] } = kit.options.wallets ?? {}
  const rest = include ? [] : wallets().filter(({ id }) => !exclude.includes(id) && !first.some((one) => one.id === id))
  return [...first, ...rest].slice(0, Math.max(shown, first.length))
}

function GetWallet({ kit, modal }: ViewProps<'GetWallet'>): ReactElement {
  const words = modal.words.getWallet
  return (
    <>
      <p className="hint lead">{words.hint}</p>
      <ul className="list" aria-label={words.list}>
        {offered(kit).map((listing) => (
          <WalletRow
            key={listing.id}
            choice={listedChoice(kit, listing)}
            onPress={() => modal.push({ view: 'Downloads', wallet: listing })}
          />
        ))}
      </ul>
    </>
  )
}

export const getWalletView: View<'GetWallet'> = { heading: (words) => words.getWallet.heading, component: GetWallet }
