import { useAccount, useChains } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Qr } from '../../parts/Qr.tsx'
import { chainName } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'

function Receive({ kit, modal }: ViewProps<'Receive'>): ReactElement {
  const words = modal.words.receive
  const { address, chain, namespace } = useAccount()
  const chains = useChains({ namespace })
  // Keeps reading balances, so that coins that arrive while the code is shown appear on Account at
  // once.
  useHoldings(modal.options)
  if (!address) return <p className="hint">{modal.words.account.notConnected}</p>
  return (
    <div className="receive">
      <Qr text={address} label={words.qr} />
      <div className="box whole">
        <AddressGroups address={address} />
      </div>
      <CopyButton
        className="primary"
        text={address}
        label={modal.words.account.copyAddress}
        modal={modal}
      />
      <p className="hint">{words.hint(chainName(kit, chain))}</p>
      {chains.length > 1 && (
        <button
          type="button"
          className="link"
          onClick={() => modal.push({ view: 'WalletCompatibleNetworks' })}
        >
          {words.compatible}
        </button>
      )}
    </div>
  )
}

export const receiveView: View<'Receive'> = {
  heading: (words) => words.receive.heading,
  component: Receive,
}
