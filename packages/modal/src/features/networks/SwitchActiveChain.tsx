import { wallets } from '@latchkey/catalog/wallets'
import { getAccount } from '@latchkey/core'
import { namespaceOf } from '@latchkey/protocol'
import { useSwitchChain } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { chainName } from '../../shared/chain-name.ts'
import { useWallet, useWalletName } from '../../shared/use-wallet.ts'
import { installedChoices, listedChoice } from '../connect/choice.ts'
import { chooseWallet } from '../connect/choose-wallet.ts'
import { transportOf } from '../connect/transport-of.ts'
import { WalletRow } from '../connect/WalletRow.tsx'

const maxShownWallets = 4

function SwitchActiveChain({ kit, modal, route }: ViewProps<'SwitchActiveChain'>): ReactElement {
  const words = modal.words.switchActive
  const switchAction = useSwitchChain()
  const namespace = namespaceOf(route.chain)
  const currentWallet = useWallet()
  const currentWalletName = useWalletName()
  const family = kit.adapters[namespace]?.name ?? namespace
  const state = kit.getState()
  const listings = [...(kit.options.wallets?.custom ?? []), ...wallets()]
  const installedRows = installedChoices(kit, state, listings)
    .flatMap((choice) => {
      const connector = choice.connectors.find((id) =>
        state.connectors[id]?.namespaces.includes(namespace),
      )
      return connector === undefined ? [] : [{ choice, connector }]
    })
    // When the active wallet supports the requested chain family too, it is listed first, because
    // the visitor already uses it.
    .sort(
      (a, b) =>
        Number(hasCurrentWallet(b.choice.connectors)) -
        Number(hasCurrentWallet(a.choice.connectors)),
    )
  const transport = transportOf(state)
  const isRemote = transport?.namespaces.includes(namespace) === true

  // When no wallet for the chain family is installed, other wallets are shown that the visitor can
  // install, or connect from here.
  const walletSuggestions = listings
    .filter(({ chains }) => chains?.some((one) => one.split(':')[0] === namespace))
    .slice(0, maxShownWallets)
    .map((listing) => listedChoice(kit, listing))

  function hasCurrentWallet(connectors: readonly string[]): boolean {
    return currentWallet !== undefined && connectors.includes(currentWallet.id)
  }
  function requestNetworkThen(onDone: () => void): void {
    // The visitor chose this network, so it becomes the preferred one before a wallet of its chain
    // family is connected.
    if (getAccount(kit, { namespace }).account === undefined)
      void switchAction.run({ chain: route.chain })
    onDone()
  }
  return (
    <>
      <p className="hint lead">
        {words.hint(chainName(kit, route.chain), family, currentWalletName)}
      </p>
      {installedRows.length > 0 && (
        <ul className="list" aria-label={words.list(family)}>
          {installedRows.map(({ choice, connector }) => (
            <WalletRow
              key={connector}
              choice={choice}
              tag={hasCurrentWallet(choice.connectors) ? words.inUse : undefined}
              onPress={() => requestNetworkThen(() => modal.connect(connector))}
            />
          ))}
        </ul>
      )}
      {isRemote && (
        <button
          type="button"
          className={installedRows.length > 0 ? 'secondary' : 'primary'}
          onClick={() =>
            requestNetworkThen(() => modal.push({ view: 'ConnectingWalletConnectBasic' }))
          }
        >
          {modal.words.connect.code}
        </button>
      )}
      {installedRows.length === 0 && (
        <>
          <p className="note">{words.none(family)}</p>
          {walletSuggestions.length > 0 && (
            <ul className="list" aria-label={words.known(family)}>
              {walletSuggestions.map((choice) => (
                <WalletRow
                  key={choice.id}
                  choice={choice}
                  onPress={() => requestNetworkThen(() => chooseWallet(kit, modal, choice))}
                />
              ))}
            </ul>
          )}
          <button
            type="button"
            className={isRemote || walletSuggestions.length > 0 ? 'secondary' : 'primary'}
            onClick={() => modal.push({ view: 'GetWallet' })}
          >
            {words.get}
          </button>
        </>
      )}
    </>
  )
}

export const switchActiveChainView: View<'SwitchActiveChain'> = {
  heading: (words, route, kit) => words.switchNetwork.heading(chainName(kit, route.chain)),
  component: SwitchActiveChain,
}
