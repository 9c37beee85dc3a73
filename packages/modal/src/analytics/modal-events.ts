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
import { chosenWallet, rankOf } from './chosen-wallet.ts'
import type { DialogParts } from './early.ts'
import { listEvents, listNotes } from './list-events.ts'
import { loginEvents } from './login-events.ts'
import { routeEvents, topOf } from './route-events.ts'

/**
 * Turns what happens in the dialog into analytics events: from the router alone, and from notes
 * when the router does not change.
 */
export function modalEvents(
  kit: Kit,
  dialog: Pick<WatchedDialog, 'getState' | 'subscribe'>,
  routers: readonly RouterState[],
  parts: DialogParts,
): { readonly source: AnalyticsSource; readonly describeConnect: () => Properties } {
  let chosen: Properties = {}
  const source: AnalyticsSource = (recorder) => {
    const lists = listEvents(recorder)
    const listings = [...(kit.options.wallets?.custom ?? []), ...parts.wallets()]
    let last: RouterState | undefined
    const onWallet = (route: Route, from: ViewName): void => {
      const wallet = chosenWallet(kit, route, listings, parts)
      // The view only chooses the chain family of a chosen wallet, or leads to its download.
      if (!wallet || from === 'ConnectingMultiChain' || from === 'GetWallet') return
      chosen = { ...rankOf(wallet.listing), view: from }
      const { name, platform } = wallet
      recorder.track('SELECT_WALLET', { name, platform, ...lists.placeOf(name), ...chosen })
    }
    const seeRouter = (router: RouterState): void => {
      const before = last
      if (router.open && !before?.open) chosen = {}
      last = router
      if (!before || before === router) return
      routeEvents(kit, recorder, before, router, onWallet)
      const [was, is] = [topOf(before), topOf(router)]
      if (was.id === is.id && before.open === router.open && was.route !== is.route)
        lists.search(is.route)
      else lists.settle()
      const isListing = is.route.view === 'Connect' || is.route.view === 'ConnectWallets'
      if (router.open && isListing && (was.id !== is.id || !before.open)) {
        const shown = parts
          .connectGroups(kit, kit.getState(), parts.wallets(), parts.isPhone())
          .flatMap(({ choices }) => choices)
        lists.show(
          is.route.view,
          shown.map(({ name, listing, connectors }) => {
            const key = kit.getState().connectors[connectors[0] ?? '']?.wallet.keys[0]
            return { name, ...(listing && { listing }), ...(key && { key }) }
          }),
        )
      }
    }
    for (const router of routers) {
      seeRouter(router)
    }
    const stops = [
      dialog.subscribe(() => seeRouter(dialog.getState().router)),
      watchNotes(kit, (said) => listNotes(recorder, lists, said)),
      loginEvents(kit, recorder, () => topOf(dialog.getState().router).route),
      kit.watch((event) => {
        if (event.type === 'connect-failed') {
          const { route } = topOf(dialog.getState().router)
          linkFailed(kit, recorder, parts.isPhone(), route, event.connector, event.error)
        }
      }),
    ]
    return () => {
      for (const stop of stops) {
        stop()
      }
      lists.settle()
    }
  }
  return { source, describeConnect: () => chosen }
}

/** Codes of the visitor's decision; they say nothing about the link to the wallet. */
const decided: readonly string[] = ['user-rejected', 'connection-rejected']

/**
 * Counts that the link to an app of this phone led to no session. The pairing address is never
 * sent, because it contains the key of the session.
 */
function linkFailed(
  kit: Kit,
  { track }: Recorder,
  isPhone: boolean,
  route: Route,
  connector: string,
  { code, detail = code }: KitFailure,
): void {
  if (!isPhone || route.view !== 'ConnectingWalletConnect' || decided.includes(code)) return
  if (!kit.getState().connectors[connector]?.prepare) return
  const { name, mobile_link } = route.wallet
  track('CONNECT_PROXY_ERROR', {
    message: detail.slice(0, 500),
    code,
    name,
    ...(mobile_link && { mobile_link }),
  })
}
