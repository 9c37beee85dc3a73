import { disconnect, getAccount, type Stop } from '@latchkey/core'
import { KitProvider } from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { AccountScope, DialogContext } from '../../contract/view.ts'
import { keepNetworkNames } from '../../shared/chain-name.ts'
import { takeInterruptedPurchase } from '../../shared/purchases.ts'
import { refreshBalances } from '../../shared/refresh-balances.ts'
import { type SendDrafts, SendDraftsContext } from '../send/drafts.ts'
import { rememberPeer } from '../wallets/pairing/remember-peer.ts'

/**
 * Starts what the account views share: the query client, and balances that are read again after a
 * transfer has settled.
 */
export function startAccountScope({
  kit,
  modal,
  getState,
  open,
}: Omit<DialogContext, 'refresh' | 'getChosen'>): AccountScope {
  const { options } = modal
  const client = options.queryClient ?? new QueryClient()
  const drafts: SendDrafts = new Map()
  const stopRemembering = rememberPeer(kit)
  keepNetworkNames(kit)
  const { account } = getAccount(kit)
  // When the visitor is back from a seller's page, the dialog shows the status of the purchase.
  const unfinishedPurchase = account && takeInterruptedPurchase(kit, account)
  if (unfinishedPurchase) open({ view: 'BuyInProgress', purchase: unfinishedPurchase })
  const stopWatching = kit.watch((event) => {
    if (event.type === 'transaction-submitted') {
      const { open: isOpen, history } = getState().router
      const route = history.at(-1)?.route
      if (
        isOpen &&
        (route?.view === 'SendReview' || route?.view === 'SwapReview') &&
        route.id === event.id
      )
        modal.replace({
          view: route.view === 'SendReview' ? 'SendStatus' : 'SwapStatus',
          id: event.id,
        })
    }
    // The transaction has settled, successfully or not, so balances may have changed.
    if (/^transaction-(?:confirmed|failed|dropped|replaced)$/.test(event.type))
      refreshBalances(client)
  })
  let stopToasts: Stop | undefined
  // The code that reports settled transactions is loaded once the kit has a transaction.
  const startToasts = (): void => {
    if (Object.keys(kit.getState().transactions).length === 0) return
    stopAwaitingTransaction()
    import('./show-settled-toasts.ts').then(
      ({ showSettledToasts: tellSettled }) => {
        stopToasts = tellSettled(kit, { modal, getState })
      },
      () => {},
    )
  }
  const stopAwaitingTransaction = kit.watch(startToasts)
  startToasts()
  // biome-ignore lint/correctness/noComponentHookFactories: created once per modal
  function Provider({ children }: { readonly children: ReactNode }): ReactElement {
    useEffect(() => {
      if (!kit.options.gateway) return
      import('../../shared/read-remote-features.ts')
        .then(({ readRemoteFeatures: learn }) => learn(kit))
        .catch(() => {})
    }, [])
    return (
      <KitProvider kit={kit}>
        <QueryClientProvider client={client}>
          <SendDraftsContext.Provider value={drafts}>{children}</SendDraftsContext.Provider>
        </QueryClientProvider>
      </KitProvider>
    )
  }
  return {
    Provider,
    // The page ends its connection whatever the wallet answers.
    disconnect: (connector) => disconnect(kit, { connector }).catch(() => {}),
    stop: () => {
      stopRemembering()
      stopWatching()
      stopAwaitingTransaction()
      stopToasts?.()
    },
  }
}
