import { wallets } from '@latchkey/catalog/wallets'
import type { ReactElement } from 'react'
import { WalletRow } from '../../parts/WalletRow.tsx'
import type { View, ViewProps } from '../../view.ts'
import { listedChoice } from '../../wallet/choice.ts'
import { offered } from './offered.ts'

function GetWallet({ kit, modal }: ViewProps<'GetWallet'>): ReactElement {
  const words = modal.words.getWallet
  return (
    <>
      <p className="hint lead">{words.hint}</p>
      <ul className="list" aria-label={words.list}>
        {offered(kit, wallets()).map((listing) => (
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
