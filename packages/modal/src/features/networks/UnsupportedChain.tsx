import { getAccount } from '@latchkey/core'
import { useAccount, useChains, useDisconnect } from '@latchkey/react'
import { type ReactElement, useLayoutEffect } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { chainName } from '../../shared/chain-name.ts'
import { useWalletName } from '../../shared/use-wallet.ts'
import { NetworkRow } from './NetworkRow.tsx'
import { switchRoute } from './switch-route.ts'
import { useSwapChains } from './use-swap-chains.ts'

function UnsupportedChain({ kit, modal, route }: ViewProps<'UnsupportedChain'>): ReactElement {
  const words = modal.words.unsupported
  const { chain: currentChain, namespace, connectorId } = useAccount()
  const chains = useChains({ namespace })
  const { chains: swapChains, isAsking } = useSwapChains(route.swap !== undefined)
  const { replace } = modal
  // The wallet is on another chain now, where the swap may be possible; the Swap view checks that
  // and shows the result.
  const hasMoved = route.swap !== undefined && route.swap !== currentChain
  useLayoutEffect(() => {
    if (hasMoved) replace({ view: 'Swap' })
  }, [hasMoved, replace])
  const shownChains = route.swap
    ? chains.filter(({ id }) => id !== currentChain && swapChains.includes(id))
    : chains
  const disconnect = useDisconnect()
  const wallet = useWalletName()
  const { unsupported, unsupportedAll } = modal.words.swap
  const swapHint = shownChains.length > 0 || isAsking ? unsupported : unsupportedAll
  const formatHint = route.swap ? swapHint : words.hint
  return (
    <>
      <p className="hint">{formatHint(chainName(kit, currentChain))}</p>
      <ul className="list" aria-label={words.list} aria-busy={isAsking}>
        {shownChains.map((chain) => (
          <li key={chain.id}>
            <NetworkRow chain={chain} onPress={() => modal.push(switchRoute(kit, chain.id))} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="secondary"
        aria-description={wallet && modal.words.account.disconnectOf(wallet)}
        onClick={() =>
          void disconnect.run(
            connectorId === undefined ? { namespace } : { connector: connectorId },
          )
        }
      >
        {modal.words.account.disconnect}
      </button>
    </>
  )
}

export const unsupportedChainView: View<'UnsupportedChain'> = {
  heading: (words) => words.unsupported.heading,
  component: UnsupportedChain,
  guard: (words, kit, { requireSupportedChain }) => {
    const { account, isChainSupported } = getAccount(kit)
    return requireSupportedChain && account !== undefined && !isChainSupported
      ? words.unsupported.guard
      : undefined
  },
}
