import { getAccount, type Kit, type Stop } from '@latchkey/core'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { prepareAnalytics } from '../analytics/prepare-analytics.ts'
import type { ConnectParameters, Modal, ModalState, OpenParameters } from '../contract/modal.ts'
import type { DialogEvent } from '../contract/modal-event.ts'
import type { ModalOptions } from '../contract/options.ts'
import { topEntry } from '../contract/router.ts'
import type { ToastParameters } from '../contract/toast.ts'
import connectCss from '../styles/connect.css?inline'
import partsCss from '../styles/parts.css?inline'
import shellCss from '../styles/shell.css?inline'
import tokensCss from '../styles/tokens.css?inline'
import { chooseRoute } from './choose-route.ts'
import { Dialog } from './Dialog.tsx'
import { followKit } from './follow-kit.ts'
import { createHost } from './host.ts'
import { keepConnectionReady } from './keep-connection-ready.ts'
import { createNavigation } from './navigation.ts'
import { runAfterPaint } from './run-after-paint.ts'
import { lockScroll } from './scroll-lock.ts'
import { raiseDialog, returnFocus } from './top-layer.ts'

/** The part of the dialog that the page's first chunk uses. */
export interface Shell {
  open(parameters: OpenParameters): Promise<boolean> | boolean
  close(): void
  /**
   * Opens the dialog and resolves once a wallet is connected.
   * @throws `modal-closed`
   */
  connect(modal: Modal, parameters?: ConnectParameters): Promise<void>
  /** Draws the closed dialog, so that a click only has to show it. */
  prerender(): void
  toast(toast: ToastParameters): Stop
  /** Draws the dialog again after the owner's options have changed. */
  refresh(): void
  stop(): void
}

/**
 * Makes the dialog of one modal: host element, router, React root, and the listeners for an open
 * dialog.
 */
export function startShell({
  kit,
  getOptions,
  report,
}: {
  readonly kit: Kit
  readonly getOptions: () => ModalOptions
  readonly report: (state: Partial<ModalState>, event?: DialogEvent) => void
}): Shell {
  const host = createHost([tokensCss, shellCss, partsCss, connectCss].join('\n'))
  const navigation = createNavigation({
    kit,
    getOptions,
    onCss: host.adopt,
    onChange,
    onEvent: (event) => report({}, event),
  })
  const cleanups: Stop[] = []
  const openingCleanups: Stop[] = []
  let root: ReturnType<typeof createRoot> | undefined
  let opener: HTMLElement | null = null
  let isShown = false
  let openingCount = 0
  let reportedState: Pick<ModalState, 'open' | 'view'> = { open: false, view: 'Connect' }

  const darkQuery = matchMedia('(prefers-color-scheme: dark)')
  const readDark = (): void => navigation.setDark(darkQuery.matches)
  readDark()
  darkQuery.addEventListener('change', readDark)
  cleanups.push(() => darkQuery.removeEventListener('change', readDark))

  const findDialog = (): HTMLDialogElement | null => host.root.querySelector('dialog')
  const drawDialog = (): void => {
    host.ensure()
    root ??= createRoot(host.root)
    root.render(createElement(Dialog, { kit, navigation, onClosed }))
  }
  const endOpening = (): void => {
    openingCount++
    for (const stop of openingCleanups.splice(0)) {
      stop()
    }
  }
  const showDialog = (): void => {
    // `isShown` is set before the dialog is drawn: a view whose data is known changes its route
    // while it is drawn, and that change must not show the dialog a second time.
    isShown = true
    flushSync(drawDialog)
    const dialog = findDialog()
    isShown = dialog !== null
    if (!dialog) return
    dialog.dir = getComputedStyle(opener ?? document.documentElement).direction
    raiseDialog(dialog)
    endOpening()
    const opening = openingCount
    openingCleanups.push(
      lockScroll(),
      host.guard(() => navigation.modal.close()),
      runAfterPaint(() => {
        navigation.seen()
        import('./while-open.ts').then(
          (lateModule) => {
            if (opening === openingCount)
              openingCleanups.push(
                lateModule.whileOpen(dialog, { onClose: navigation.tryClose, raise: raiseDialog }),
              )
          },
          () => {},
        )
      }),
    )
  }
  const hideDialog = (): void => {
    isShown = false
    endOpening()
    const dialog = findDialog()
    if (dialog?.open) dialog.close()
    returnFocus(opener)
    opener = null
  }
  // Escape, the backdrop and the back gesture close the dialog by themselves.
  function onClosed(): void {
    if (isShown && !findDialog()?.open) navigation.modal.close()
  }
  function onChange(): void {
    const { router, toast } = navigation.getState()
    // The toast is drawn with the dialog, which may not have been opened yet.
    if (toast) drawDialog()
    const { view } = topEntry(router).route
    if (router.open && !isShown) showDialog()
    else if (!router.open && isShown) hideDialog()
    if (router.open === reportedState.open && view === reportedState.view) return
    reportedState = { open: router.open, view }
    report({ ...reportedState, loading: router.open })
  }
  cleanups.push(
    followKit(kit, navigation, getOptions),
    keepConnectionReady(kit, navigation),
    prepareAnalytics(kit, navigation),
  )
  navigation.seen(true)
  // When an account is connected, the dialog will show Account first, so its feature is loaded now.
  if (getAccount(kit).account)
    navigation.features.load('account').then(navigation.refresh, () => {})

  return {
    open: (parameters) => {
      const wasShown = isShown
      if (!wasShown) opener = parameters.opener ?? null
      const route = chooseRoute(kit, parameters.view)
      const openResult = navigation.open(route)
      const dialog = findDialog()
      // The page may have covered or removed the dialog.
      if (wasShown && dialog) {
        host.ensure()
        raiseDialog(dialog)
      }
      return openResult
    },
    close: () => navigation.modal.close(),
    connect: async (modal, { connector } = {}) =>
      (await import('./connect-in-modal.ts')).connectInModal(
        modal,
        connector === undefined
          ? undefined
          : { connector, ask: () => navigation.modal.connect(connector) },
      ),
    prerender: drawDialog,
    toast: (toast) => navigation.modal.toast(toast),
    refresh: navigation.refresh,
    stop: () => {
      navigation.stop()
      hideDialog()
      for (const stop of cleanups) {
        stop()
      }
      root?.unmount()
      host.remove()
    },
  }
}
