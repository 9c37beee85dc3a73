import {
  type AnalyticsSource,
  type Kit,
  type KitFailure,
  type Properties,
  type Recorder,
  watchNotes,
} from '@latchkey/core'
import type { Route, ViewName } from '../contract/route.ts'
import type { RouterState } from '../contract/router.ts'
import type { WatchedDialog } from '../contract/view.ts'
import { chosenWallet, readRankProperties } from './chosen-wallet.ts'
import type { DialogModules } from './early-events.ts'
import { listEvents, listNotes } from './list-events.ts'
import { loginEvents } from './login-events.ts'
import { readTopEntry, routeEvents } from './route-events.ts'

/**
 * Turns what happens in the dialog into analytics events. Most events follow from a change of the
 * router's state; a view reports the others itself.
 */
export function modalEvents(
  kit: Kit,
  dialog: Pick<WatchedDialog, 'getState' | 'subscribe'>,
  routers: readonly RouterState[],
  dialogModules: DialogModules,
): { readonly source: AnalyticsSource; readonly describeConnect: () => Properties } {
  let chosenProperties: Properties = {}
  const source: AnalyticsSource = (recorder) => {
    const lists = listEvents(recorder)
    const listings = [...(kit.options.wallets?.custom ?? []), ...dialogModules.wallets()]
    let lastRouter: RouterState | undefined
    const trackWalletChoice = (route: Route, fromView: ViewName): void => {
      const wallet = chosenWallet(kit, route, listings, dialogModules)
      // ConnectingMultiChain and GetWallet only let the visitor choose a chain family or a download
      // for a wallet that was chosen before, so the choice is not counted again.
      if (!wallet || fromView === 'ConnectingMultiChain' || fromView === 'GetWallet') return
      chosenProperties = { ...readRankProperties(wallet.listing), view: fromView }
      const { name, platform } = wallet
      recorder.track('SELECT_WALLET', {
        name,
        platform,
        ...lists.findDisplayIndex(name),
        ...chosenProperties,
      })
    }
    const trackRouter = (router: RouterState): void => {
      const previousRouter = lastRouter
      if (router.open && !previousRouter?.open) chosenProperties = {}
      lastRouter = router
      if (!previousRouter || previousRouter === router) return
      routeEvents(kit, recorder, previousRouter, router, trackWalletChoice)
      const [was, is] = [readTopEntry(previousRouter), readTopEntry(router)]
      if (was.id === is.id && previousRouter.open === router.open && was.route !== is.route)
        lists.search(is.route)
      else lists.settle()
      const isListing = is.route.view === 'Connect' || is.route.view === 'ConnectWallets'
      if (router.open && isListing && (was.id !== is.id || !previousRouter.open)) {
        const shownWallets = dialogModules
          .connectGroups(kit, kit.getState(), dialogModules.wallets(), dialogModules.isPhone())
          .flatMap(({ choices }) => choices)
        lists.show(
          is.route.view,
          shownWallets.map(({ name, listing, connectors }) => {
            const key = kit.getState().connectors[connectors[0] ?? '']?.wallet.keys[0]
            return { name, ...(listing && { listing }), ...(key && { key }) }
          }),
        )
      }
    }
    for (const router of routers) {
      trackRouter(router)
    }
    const cleanups = [
      dialog.subscribe(() => trackRouter(dialog.getState().router)),
      watchNotes(kit, (kitNote) => listNotes(recorder, lists, kitNote)),
      loginEvents(kit, recorder, () => readTopEntry(dialog.getState().router).route),
      kit.watch((event) => {
        if (event.type === 'connect-failed') {
          const { route } = readTopEntry(dialog.getState().router)
          trackLinkFailure(
            kit,
            recorder,
            dialogModules.isPhone(),
            route,
            event.connector,
            event.error,
          )
        }
      }),
    ]
    return () => {
      for (const stop of cleanups) {
        stop()
      }
      lists.settle()
    }
  }
  return { source, describeConnect: () => chosenProperties }
}

/**
 * Error codes that mean the visitor or the wallet declined; then opening the wallet's app by its
 * link did not fail.
 */
const rejectionCodes: readonly string[] = ['user-rejected', 'connection-rejected']

/**
 * Counts that opening a wallet app on this phone by its link led to no session. The pairing address
 * is never sent, because it contains the key of the session.
 */
function trackLinkFailure(
  kit: Kit,
  { track }: Recorder,
  isPhone: boolean,
  route: Route,
  connector: string,
  { code, detail = code }: KitFailure,
): void {
  if (!isPhone || route.view !== 'ConnectingWalletConnect' || rejectionCodes.includes(code)) return
  if (!kit.getState().connectors[connector]?.prepare) return
  const { name, mobile_link } = route.wallet
  track('CONNECT_PROXY_ERROR', {
    message: detail.slice(0, 500),
    code,
    name,
    ...(mobile_link && { mobile_link }),
  })
}
