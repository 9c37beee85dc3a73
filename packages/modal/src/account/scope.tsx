import { disconnect, getAccount, type Kit, type SendDraft, type Stop } from '@latchkey/core'
import { KitProvider } from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
} from 'react'
import type { ModalOptions } from '../options.ts'
import { rememberPeer } from '../pairing/remember-peer.ts'
import { AddressGroups } from '../parts/AddressGroups.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import { Cards } from '../parts/Cards.tsx'
import { Tile } from '../parts/Tile.tsx'
import type { AccountChunk, AccountScope } from '../view.ts'
import { isPhone } from '../wallet/is-phone.ts'
import { allowedImage } from './allowed-image.ts'
import { askingKey } from './asking-name.ts'
import { CopyButton } from './CopyButton.tsx'
import { canBuy } from './can-buy.ts'
import { keepNetworkNames } from './chain-name.ts'
import { dismissUnknown } from './dismiss-unknown.ts'
import { createLate, LateContext } from './late.tsx'
import { type Lent, LentContext } from './lent.ts'
import { OpenWallet } from './OpenWallet.tsx'
import { forgetPurchase, keepPurchase, takeLeft } from './purchases.ts'
import { refreshBalances } from './refresh-balances.ts'
import { SearchField } from './SearchField.tsx'
import { TokenIcon } from './TokenIcon.tsx'
import { useOwnName } from './use-own-name.ts'
import { useWallet, useWalletName } from './use-wallet.ts'

const lent: Lent = {
  AddressGroups,
  allowedImage,
  AmountField,
  askingKey,
  Avatar,
  canBuy,
  Cards,
  CopyButton,
  dismissUnknown,
  forgetPurchase,
  isPhone,
  keepPurchase,
  OpenWallet,
  refreshBalances,
  SearchField,
  Tile,
  TokenIcon,
  useOwnName,
  useWallet,
  useWalletName,
}

/** What estimates said of transfers under review, by transaction id. */
type Drafts = Map<string, SendDraft>
const DraftsContext: Context<Drafts> = createContext<Drafts>(new Map())

/** The estimates kept between writing a transfer and reviewing it. */
export function useDrafts(): Drafts {
  return useContext(DraftsContext)
}

/**
 * Begins what the account views share: the query client, and balances that are read again once a
 * transfer has settled.
 */
export function startAccountScope(
  kit: Kit,
  options: ModalOptions,
  adopt: (css: string) => void,
  { modal, getState, open }: Parameters<AccountChunk['start']>[3],
): AccountScope {
  const client = isQueryClient(options.queryClient) ? options.queryClient : new QueryClient()
  const drafts: Drafts = new Map()
  const late = createLate(adopt)
  const forget = rememberPeer(kit)
  keepNetworkNames(kit)
  const { account } = getAccount(kit)
  // Back from a seller's page: how it stands is what the visitor comes for.
  const left = account && takeLeft(kit, account)
  if (left) open({ view: 'BuyInProgress', purchase: left })
  const leave = kit.watch((event) => {
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
    // Settled one way or another, or learnt to be: what is held may have changed.
    if (/^transaction-(?:confirmed|failed|dropped|replaced)$/.test(event.type))
      refreshBalances(client)
  })
  let silence: Stop | undefined
  // Nothing to tell before there is a transaction.
  const listen = (): void => {
    if (Object.keys(kit.getState().transactions).length === 0) return
    wait()
    import('./tell-settled.ts').then(
      ({ tellSettled }) => {
        silence = tellSettled(kit, { modal, getState })
      },
      () => {},
    )
  }
  const wait = kit.watch(listen)
  listen()
  // biome-ignore lint/correctness/noComponentHookFactories: made once per modal, around its own kit and client
  function Provider({ children }: { readonly children: ReactNode }): ReactElement {
    useEffect(() => {
      if (!kit.options.gateway) return
      import('../learn.ts')
        .then(({ learn }) => learn(kit))
        .then((isAnother) => {
          const route = getState().router.history.at(-1)?.route
          // Drawn anew: what its buttons go by is no state of theirs.
          if (isAnother && route) modal.update({ ...route })
        })
        .catch(() => {})
    }, [])
    return (
      <KitProvider kit={kit}>
        <QueryClientProvider client={client}>
          <DraftsContext.Provider value={drafts}>
            <LateContext.Provider value={late}>
              <LentContext.Provider value={lent}>{children}</LentContext.Provider>
            </LateContext.Provider>
          </DraftsContext.Provider>
        </QueryClientProvider>
      </KitProvider>
    )
  }
  return {
    Provider,
    // The page is disconnected whatever the wallet says to it.
    disconnect: (connector) => disconnect(kit, { connector }).catch(() => {}),
    stop: () => {
      forget()
      leave()
      wait()
      silence?.()
    },
  }
}

function isQueryClient(value: unknown): value is QueryClient {
  return (
    typeof value === 'object' &&
    value !== null &&
    'invalidateQueries' in value &&
    'getQueryCache' in value
  )
}
