import { getAccount, type Kit, type Stop } from '@latchkey/core'
import { chainOf } from '@latchkey/protocol'
import type { ModalOptions } from '../contract/options.ts'
import { topEntry } from '../contract/router.ts'
import { isConnecting } from '../contract/views.ts'
import type { Navigation } from './navigation.ts'

/**
 * Changes the route when a wallet's state changes. The only other code that changes the route on an
 * event of the kit is in features that are loaded later.
 */
export function followKit(kit: Kit, navigation: Navigation, getOptions: () => ModalOptions): Stop {
  const { modal } = navigation
  /**
   * When the owner requires a network that the kit knows and the wallet is on another one, opens
   * the list of networks; returns whether it did.
   */
  const openUnsupportedChain = (): boolean => {
    const { account, isChainSupported } = getAccount(kit)
    const mustSwitch =
      getOptions().requireSupportedChain === true && account !== undefined && !isChainSupported
    if (mustSwitch) void navigation.open({ view: 'UnsupportedChain' })
    return mustSwitch
  }
  const closeAfterConnect = (): void => {
    // A visitor who came from the list of their wallets goes back to it.
    if (!openUnsupportedChain() && !navigation.features.get('profile')?.scope.comeBack())
      modal.close()
  }
  const { load } = navigation.features
  const finishConnect = (): void => {
    if (kit.options.signIn)
      void load('sign-in').then(({ scope }) => scope.ask(closeAfterConnect), closeAfterConnect)
    else closeAfterConnect()
  }
  /**
   * Loads the feature of the sign-in when a sign-in is asked for; once loaded, the feature shows
   * its view by itself.
   */
  const loadSignIn = (): void => {
    const { signIn } = kit.getState()
    if (signIn.status === 'asking' && !signIn.isInWallet) load('sign-in').catch(() => {})
  }
  loadSignIn()
  return kit.watch((event) => {
    const { router } = navigation.getState()
    const { route } = topEntry(router)
    const routeBelow = router.history.at(-2)?.route
    switch (event.type) {
      case 'connect-granted':
      // The visitor switched to a wallet that is already connected, perhaps by choosing it in
      // Connect.
      case 'wallet-selected':
        if (!router.open || !isConnecting(route.view)) openUnsupportedChain()
        else if (kit.getState().features.emailCapture)
          void load('email-capture').then(
            ({ scope }) => scope.ask(event.connector, finishConnect),
            finishConnect,
          )
        else finishConnect()
        return
      case 'resume-granted':
        // Another tab of the site may have connected while this dialog shows wallets.
        if (router.open && route.view === 'Connect' && router.history.length === 1)
          closeAfterConnect()
        else openUnsupportedChain()
        return
      case 'session-changed':
        // A change in a wallet that is not the active one changes nothing in the dialog.
        if (getAccount(kit, { namespace: event.session.namespace }).connectorId !== event.connector)
          return
        if (
          router.open &&
          route.view === 'SwitchNetwork' &&
          chainOf(event.session.selected) === route.chain
        ) {
          // Once the network is switched, the dialog goes back to the view that led to the list of
          // networks, or closes when there is none. For a swap it goes back only to
          // UnsupportedChain, which continues to the swap by itself.
          const hasNetworkListBelow =
            routeBelow?.view === 'Networks' ||
            (routeBelow?.view === 'UnsupportedChain' && !routeBelow.swap)
          if (hasNetworkListBelow && router.history.length === 2) modal.close()
          else modal.back()
          if (hasNetworkListBelow && router.history.length > 2) modal.back()
        } else if (router.open && route.view === 'UnsupportedChain') {
          if (!route.swap && getAccount(kit).isChainSupported) modal.close()
        } else if (route.view !== 'SwitchNetwork') openUnsupportedChain()
        return
      case 'sign-in-asked':
        loadSignIn()
        return
      case 'session-ended':
      case 'disconnected':
        if (router.open && !isConnecting(route.view) && getAccount(kit).account === undefined)
          modal.close()
        return
    }
  })
}
