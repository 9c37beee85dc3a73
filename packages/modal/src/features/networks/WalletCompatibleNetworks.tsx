import { useAccount, useChains } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { NetworkRow } from './NetworkRow.tsx'

function WalletCompatibleNetworks({
  kit,
  modal,
}: ViewProps<'WalletCompatibleNetworks'>): ReactElement {
  const words = modal.words.compatible
  const { namespace } = useAccount()
  const chains = useChains({ namespace })
  return (
    <>
      <p className="hint">{words.hint(kit.adapters[namespace]?.name ?? namespace)}</p>
      <ul className="list" aria-label={words.list}>
        {chains.map((chain) => (
          <li key={chain.id}>
            <NetworkRow chain={chain} sub={chain.nativeCurrency.symbol} />
          </li>
        ))}
      </ul>
    </>
  )
}

export const walletCompatibleNetworksView: View<'WalletCompatibleNetworks'> = {
  heading: (words) => words.compatible.heading,
  component: WalletCompatibleNetworks,
}
