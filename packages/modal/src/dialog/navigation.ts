import type { Kit, Stop } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { DialogEvent } from '../contract/modal-event.ts'
import type { ModalOptions } from '../contract/options.ts'
import type { Route } from '../contract/route.ts'
import { type RouterAction, topEntry } from '../contract/router.ts'
import { createToastQueue } from '../contract/toast.ts'
import type { AccountScope, Features, View, ViewModal } from '../contract/view.ts'
import { isConnecting } from '../contract/views.ts'
import { connectViews } from '../features/connect/connect-views.ts'
import { transportOf } from '../features/connect/transport-of.ts'
import { connectWords } from '../words/en/connect.ts'
import type { AccountChunkWords } from '../words/words.ts'
import { createAttempt } from './attempt.ts'
import { createFeatures } from './create-features.ts'
import { createDialogRouter } from './dialog-router.ts'
import type { DialogState } from './dialog-state.ts'
import { createViewLoader } from './view-loader.ts'

export interface Navigation {
  readonly modal: ViewModal
  getState(): DialogState
  subscribe(listener: () => void): Stop
  /** Resolves to false when another navigation began before this one was finished. */
  open(route: Route): Promise<boolean> | boolean
  /** Closes the dialog when the visitor asks for it. A view may refuse; then the dialog shakes. */
  tryClose(): void
  findView(route: Route): {
    readonly view: View
    /** Texts that only the view's feature uses. */
    readonly words?: unknown
    readonly Provider?: AccountScope['Provider']
  }
  setDark(isDark: boolean): void
  /** Draws the dialog again after the owner's options have changed. */
  refresh(): void
  readonly features: Features
  /**
   * Loads the features that the visitor is likely to need next; called when the dialog has become
   * visible. With `isEarly` it is called before the dialog is visible and loads only the login,
   * because the login is part of the view Connect; a failure to load the login is shown.
   */
  seen(isEarly?: boolean): void
  stop(): void
}

// Milliseconds for which the dialog shows why it does not close; it shakes for 500 ms (`lk-shake`).
const refusalDurationMs = 4000

/**
 * Creates the dialog's router, with its features, connect attempts and toasts, and with the shake
 * of a dialog that may not close.
 */
export function createNavigation({
  kit,
  getOptions,
  onCss,
  onChange,
  onEvent,
}: {
  readonly kit: Kit
  readonly getOptions: () => ModalOptions
  readonly onCss: (css: string) => void
  /** This callback runs after all listeners, so React has already been notified. */
  readonly onChange: () => void
  readonly onEvent: (event: DialogEvent) => void
}): Navigation {
  let chosenWallet: WalletListing | undefined
  let shakeTimer: ReturnType<typeof setTimeout> | undefined
  // A feature's texts are added when the feature is loaded, because no view needs them before.
  let words = connectWords as AccountChunkWords
  const attempt = createAttempt(kit)
  const { getState, setState, dispatchAction, ...router } = createDialogRouter(
    attempt.leave,
    onChange,
  )
  const toasts = createToastQueue(() => setState({ toast: toasts.getToast() }))
  const refreshState = (): void => setState({})
  const features = createFeatures((feature) => {
    words = { ...words, ...feature.sharedWords }
    if (feature.css) onCss(feature.css)
    return feature.start?.({
      kit,
      modal,
      getState,
      subscribe: router.subscribe,
      open: openRoute,
      refresh: refreshState,
      getChosen: () => chosenWallet,
    })
  })
  const { reachView, ...loader } = createViewLoader(features, { getState, setState })
  const openRoute = (route: Route): Promise<boolean> | boolean =>
    reachView(route, () => dispatchAction({ type: 'open', route }))
  const navigateTo = (route: Route, action: RouterAction): void => {
    const arrival = reachView(route, () => dispatchAction(action))
    if (!(arrival instanceof Promise)) return
    const navigationId = loader.getLatestId()
    const dropAttempt = (): void => {
      const { router: present } = getState()
      attempt.leave(route, present.open ? topEntry(present).route : undefined)
    }
    arrival.then(
      (hasGone) => hasGone || dropAttempt(),
      () => {
        dropAttempt()
        if (navigationId === loader.getLatestId()) showRefusal(() => navigateTo(route, action))
      },
    )
  }
  const showRefusal = (retry: () => void): void =>
    setState({ refusal: connectWords.shell.loadFailed, again: retry })
  const hasLogin = kit.options.transports?.some(({ auth }) => auth)
  const firstFeature = hasLogin ? 'login' : 'wallets'
  const loadNext = (isEarly?: boolean): void => {
    if (!isEarly || hasLogin)
      features.load(firstFeature).then(
        // Only the notice about the failed loading is hidden: a view may meanwhile have shown why
        // the dialog does not close, and that notice must stay.
        () => getState().again === loadNext && setState({ refusal: null, again: undefined }),
        () => hasLogin && showRefusal(loadNext),
      )
    // The feature that asks for an email address is needed as soon as a visitor has connected.
    if (!isEarly && kit.getState().features.emailCapture)
      features.load('email-capture').catch(() => {})
  }
  const leaveView = (action: RouterAction): void => {
    loader.drop()
    dispatchAction(action)
  }

  const reportChoice = (connector: string, listing: WalletListing | undefined): void => {
    const wallet = listing?.name ?? kit.getState().connectors[connector]?.wallet.name
    if (wallet !== undefined) onEvent({ type: 'wallet-chosen', connector, wallet })
  }

  const modal: ViewModal = {
    push: (route, waiter) => navigateTo(route, { type: 'push', route, ...(waiter && { waiter }) }),
    replace: (route) => navigateTo(route, { type: 'replace', route }),
    reset: (route) => navigateTo(route, { type: 'reset', route }),
    update: (route) => dispatchAction({ type: 'update', route }),
    back: () => leaveView({ type: 'back' }),
    close: () => leaveView({ type: 'close' }),
    settle: (outcome, value) => {
      const waiter = getState().router.waiting.at(-1)?.waiter
      leaveView({ type: 'settle', outcome })
      if (outcome === 'success') waiter?.onSuccess?.(value)
      else if (outcome === 'error') waiter?.onError?.(value)
      else waiter?.onCancel?.()
    },
    toast: (toast, copiedText) => {
      if (copiedText !== undefined) onEvent({ type: 'copied', text: copiedText })
      onEvent({ type: 'toast-shown', variant: toast.variant, text: toast.text })
      return toasts.show(toast)
    },
    connect: (connector, wallet, nextRoute) => {
      reportChoice(connector, wallet)
      attempt.start(connector)
      chosenWallet = wallet
      const otherDeviceRoute: Route = wallet
        ? { view: 'ConnectingWalletConnect', wallet }
        : { view: 'ConnectingWalletConnectBasic' }
      const route: Route =
        nextRoute ??
        (kit.getState().connectors[connector]?.prepare
          ? otherDeviceRoute
          : { view: 'ConnectingExternal', connector })
      navigateTo(route, { type: 'push', route })
    },
    begin: () => {
      const transport = transportOf(kit.getState())
      if (transport) attempt.begin(transport.id)
    },
    prepare: () => {
      let stop: Stop | undefined
      let isStopped = false
      features.load('wallets').then(
        ({ scope }) => {
          stop = scope.hold()
          if (isStopped) stop()
        },
        () => {},
      )
      return () => {
        isStopped = true
        stop?.()
      }
    },
    getUri: () => features.get('wallets')?.scope.getUri(),
    linkTo: (wallet) => features.get('wallets')?.scope.linkTo(wallet),
    features,
    getLogin: () => features.get('login')?.scope.Login,
    get words() {
      return words
    },
    get options() {
      return getOptions()
    },
  }

  const findView: Navigation['findView'] = ({ view: name }) => {
    const feature = features.findFeatureName(name)
    if (feature === 'connect') return { view: connectViews[name as 'Connect'] as View }
    const loadedFeature = features.get(feature)
    if (!loadedFeature) return { view: connectViews.Connect as View }
    const Provider = isConnecting(name) ? undefined : features.get('account')?.scope.Provider
    return {
      view: loadedFeature.views[name as never] as View,
      ...('words' in loadedFeature && { words: loadedFeature.words }),
      ...(Provider && { Provider }),
    }
  }

  return {
    modal,
    getState,
    subscribe: router.subscribe,
    open: openRoute,
    tryClose: () => {
      const { route } = topEntry(getState().router)
      const refusal = findView(route).view.guard?.(modal.words, kit, getOptions(), route)
      if (refusal === undefined) return modal.close()
      clearTimeout(shakeTimer)
      setState({ refusal })
      shakeTimer = setTimeout(() => setState({ refusal: null }), refusalDurationMs)
    },
    findView,
    setDark: (isDark) => setState({ isDark }),
    refresh: refreshState,
    features,
    seen: loadNext,
    stop: () => {
      dispatchAction({ type: 'close' })
      clearTimeout(shakeTimer)
      toasts.clear()
      features.stop()
      router.stop()
    },
  }
}
