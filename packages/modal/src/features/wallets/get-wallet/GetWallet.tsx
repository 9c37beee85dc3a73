import { wallets } from '@latchkey/catalog/wallets'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { listedChoice } from '../../connect/choice.ts'
import { WalletRow } from '../../connect/WalletRow.tsx'
import { suggestWallets } from './suggest-wallets.ts'

function GetWallet({ kit, modal }: ViewProps<'GetWallet'>): ReactElement {
  const words = modal.words.getWallet
  return (
    <>
      <p className="hint lead">{words.hint}</p>
      <ul className="list" aria-label={words.list}>
        {suggestWallets(kit, wallets()).map((listing) => (
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

export const getWalletView: View<'GetWallet'> = {
  heading: (words) => words.getWallet.heading,
  component: GetWallet,
}
