import { getAccount, type Kit, type Recorder } from '@latchkey/core'
import type { TrackedEvent } from '@latchkey/protocol'
import type { Route, ViewName } from '../contract/route.ts'
import type { Entry, RouterState } from '../contract/router.ts'
import { trackLoginRoutes } from './login-events.ts'
import { purchaseEvents } from './purchase-events.ts'

/** The analytics event of each view, sent when the view opens. */
export const eventByView: Readonly<Partial<Record<ViewName, TrackedEvent>>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  WhatIsANetwork: 'CLICK_NETWORK_HELP',
  GetWallet: 'CLICK_GET_WALLET_HELP',
  Networks: 'CLICK_NETWORKS',
  Send: 'OPEN_SEND',
  Swap: 'OPEN_SWAP',
  SwapToken: 'CLICK_SELECT_TOKEN_TO_SWAP',
  Transactions: 'CLICK_TRANSACTIONS',
  OnRampProviders: 'SELECT_BUY_CRYPTO',
  WhatIsABuy: 'SELECT_WHAT_IS_A_BUY',
  PayWithExchange: 'PAY_MODAL_OPEN',
  ChooseName: 'OPEN_ENS_FLOW',
  EmailLogin: 'EMAIL_LOGIN_SELECTED',
  UpdateEmailWallet: 'EMAIL_EDIT',
  UpgradeWallet: 'EMAIL_UPGRADE_FROM_MODAL',
}

/** Analytics events that also say of what kind the active account is. */
const accountEvents: readonly TrackedEvent[] = [
  'OPEN_SEND',
  'OPEN_SWAP',
  'CLICK_TRANSACTIONS',
  'SELECT_BUY_CRYPTO',
  'SELECT_WHAT_IS_A_BUY',
  'OPEN_ENS_FLOW',
]

/**
 * Turns one navigation of the dialog into events. `onWallet` counts the views that follow from the
 * choice of a wallet.
 */
export function routeEvents(
  kit: Kit,
  recorder: Recorder,
  previousRouter: RouterState,
  currentRouter: RouterState,
  onWallet: (route: Route, fromView: ViewName) => void,
): void {
  const { track } = recorder
  const isConnected = getAccount(kit).account !== undefined
  if (currentRouter.open && !previousRouter.open) track('MODAL_OPEN', { connected: isConnected })
  const { id, route } = readTopEntry(currentRouter)
  const isForward = previousRouter.open
    ? previousRouter.history.every((entry) => entry.id !== id)
    : // Connect may be rendered before the dialog opens. Its history entry is then not new, but
      // opening the dialog counts as a navigation to it.
      true
  if (currentRouter.open && isForward) {
    const event = eventByView[route.view]
    const origin = readTopEntry(previousRouter).route
    const fromView = origin.view
    if (previousRouter.open && fromView === 'Account' && route.view === 'Swap')
      track('CLICK_CONVERT')
    if (origin.view === 'UnsupportedChain' && origin.swap && route.view === 'SwitchNetwork')
      track('CLICK_SELECT_NETWORK_TO_SWAP')
    if (event) track(event, listEventProperties(kit, event))
    else if (previousRouter.open) onWallet(route, fromView)
    trackLoginRoutes(recorder, origin, route)
    purchaseEvents(track, undefined, route, usesSmartAccount(kit))
  }
  const previousEntry = readTopEntry(previousRouter)
  if (previousEntry.id === id && previousEntry.route !== route)
    purchaseEvents(track, previousEntry.route, route, usesSmartAccount(kit))
  if (previousEntry.id === id && isActivityTab(route) && !isActivityTab(previousEntry.route))
    track('CLICK_TRANSACTIONS', listEventProperties(kit, 'CLICK_TRANSACTIONS'))
  if (previousRouter.open && !currentRouter.open) track('MODAL_CLOSE', { connected: isConnected })
}

/**
 * The history entry on top. It repeats `topEntry` of the router, because that function belongs to
 * the dialog's own chunk.
 */
export function readTopEntry({ history }: RouterState): Entry {
  return history[history.length - 1] as Entry
}

function isActivityTab(route: Route): boolean {
  return route.view === 'Account' && route.tab === 'activity'
}

/** The account's properties, for the events that have them. */
function listEventProperties(kit: Kit, event: TrackedEvent): Readonly<Record<string, unknown>> {
  if (!accountEvents.includes(event)) return {}
  return {
    isSmartAccount: usesSmartAccount(kit),
    ...((event === 'OPEN_SEND' || event === 'OPEN_SWAP') && { network: getAccount(kit).chain }),
  }
}

function usesSmartAccount(kit: Kit): boolean {
  const { account, accounts } = getAccount(kit)
  return accounts.find((one) => one.account === account)?.type === 'smartAccount'
}
