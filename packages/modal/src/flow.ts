import { getAccount, type Kit, type Stop } from '@latchkey/core'
import { chainOf } from '@latchkey/protocol'
import type { ModalOptions } from './options.ts'
import type { ViewName } from './route.ts'
import { topEntry } from './router.ts'
import type { Navigation } from './shell/navigation.ts'
import { isConnectView, isFurtherView } from './views.ts'

/** Moves the route when the state of wallets or transactions changes: the only place that does. */
export function followKit(kit: Kit, navigation: Navigation, getOptions: () => ModalOptions): Stop {
  const { modal } = navigation
  const mustSwitch = (): boolean => {
    const { account, isChainSupported } = getAccount(kit)
    return getOptions().requireSupportedChain === true && account !== undefined && !isChainSupported
  }
  const isConnecting = (view: ViewName): boolean => isConnectView(view) || isFurtherView(view)
  return kit.watch((event) => {
    const { router } = navigation.getState()
    const { route } = topEntry(router)
    const below = router.history.at(-2)?.route
    switch (event.type) {
      case 'connect-granted':
        if (mustSwitch()) void navigation.open({ view: 'UnsupportedChain' })
        else if (!router.open || !isConnecting(route.view)) return
        else if (router.waiting.length > 0) modal.settle('success')
        else modal.close()
        return
      case 'resume-granted':
        if (mustSwitch()) void navigation.open({ view: 'UnsupportedChain' })
        return
      case 'session-changed':
        if (router.open && route.view === 'SwitchNetwork' && chainOf(event.session.selected) === route.chain) {
          // Back to what stood before the list of networks; nothing there means done.
          // For a swap UnsupportedChain itself leads on.
          const isOnTheWay = below?.view === 'Networks' || (below?.view === 'UnsupportedChain' && !below.swap)
          if (isOnTheWay && router.history.length === 2) modal.close()
          else modal.back()
          if (isOnTheWay && router.history.length > 2) modal.back()
        } else if (router.open && route.view === 'UnsupportedChain') {
          if (!route.swap && getAccount(kit).isChainSupported) modal.close()
        } else if (mustSwitch() && route.view !== 'SwitchNetwork') void navigation.open({ view: 'UnsupportedChain' })
        return
      case 'session-ended':
      case 'disconnected':
        if (router.open && !isConnecting(route.view) && getAccount(kit).account === undefined) modal.close()
        return
      case 'transaction-submitted':
        if (router.open && (route.view === 'SendReview' || route.view === 'SwapReview') && route.id === event.id)
          modal.replace({ view: route.view === 'SendReview' ? 'SendStatus' : 'SwapStatus', id: event.id })
        return
    }
  })
}
