import type { Kit, Stop } from '@latchkey/core'
import type { Modal, ModalState } from './contract/modal.ts'
import type { DialogEvent } from './contract/modal-event.ts'
import type { ModalOptions } from './contract/options.ts'
import type { Shell } from './dialog/start-shell.ts'
import { closedState } from './page/closed-state.ts'
import { whenIdle } from './shared/when-idle.ts'

type NavigatorConnection = { readonly connection?: { readonly saveData?: boolean } }

/**
 * Makes the dialog of a kit. Its code is loaded when the page is idle, when the visitor is likely
 * to open it, or with the first `open`.
 */
export function createModal(kit: Kit, options: ModalOptions = {}): Modal {
  const listeners = new Set<(event?: DialogEvent) => void>()
  const cleanups: Stop[] = []
  let currentOptions = options
  let state: ModalState = closedState
  let shell: Shell | undefined
  let loadingShell: Promise<Shell> | undefined
  let latestRequestId = 0

  const setState = (next: Partial<ModalState>, event?: DialogEvent): void => {
    state = { ...state, ...next }
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const loadShell = (): Promise<Shell> => {
    loadingShell ??= import('./dialog/start-shell.ts').then(
      ({ startShell }) => {
        shell = startShell({ kit, getOptions: () => currentOptions, report: setState })
        return shell
      },
      (error) => {
        // After a failed import the next call tries again.
        loadingShell = undefined
        throw error
      },
    )
    return loadingShell
  }
  if (
    typeof document !== 'undefined' &&
    options.prefetch !== false &&
    !(navigator as NavigatorConnection).connection?.saveData
  )
    cleanups.push(
      whenIdle(() => {
        // For a visitor who is or was connected, the idle page loads the dialog's code only in
        // three cases: the visitor may be back from a seller's page, the vault may need an
        // approval, or a transaction has to be reported.
        const { active, transactions } = kit.getState()
        if (
          latestRequestId < 0 ||
          (Object.keys(active)[0] &&
            !Object.keys(transactions)[0] &&
            !['pending', 'purchases', 'vault'].some((key) =>
              kit.storage?.getItem(`latchkey.${kit.id}.v1.${key}`),
            ))
        )
          return
        loadShell().then(
          (loadedShell) =>
            cleanups.push(whenIdle(() => latestRequestId >= 0 && loadedShell.prerender())),
          () => {},
        )
      }),
    )

  // The dialog's code also reports how a transaction ends, even one that the page drafts or sends
  // without the dialog, so it is loaded with the first transaction. It is also loaded with an event
  // of the sign-in that names an account, because a visitor who is signed out or is asked to sign
  // in again needs the dialog.
  cleanups.push(
    kit.watch((event) => ('transaction' in event || 'account' in event) && modal.preload()),
  )

  const modal: Modal = {
    kit,
    open: async (parameters = {}) => {
      if (latestRequestId < 0 || typeof document === 'undefined') return false
      const requestId = ++latestRequestId
      // The focused element is read before anything is awaited, because another element may have
      // the focus afterwards.
      const openParameters = { opener: document.activeElement as HTMLElement | null, ...parameters }
      setState({ loading: true, isLoadFailed: false })
      try {
        const loadedShell = shell ?? (await loadShell())
        return requestId === latestRequestId && (await loadedShell.open(openParameters))
      } catch {
        if (requestId === latestRequestId) setState({ loading: state.open, isLoadFailed: true })
        return false
      }
    },
    close: () => {
      if (latestRequestId < 0) return
      latestRequestId++
      shell?.close()
      if (state.loading) setState(closedState)
    },
    connect: async (parameters) => (await loadShell()).connect(modal, parameters),
    preload: () => latestRequestId < 0 || void loadShell().catch(() => {}),
    toast: (toast) => {
      const shownToast = loadShell().then(
        (loadedShell) => (latestRequestId < 0 ? undefined : loadedShell.toast(toast)),
        (): undefined => {},
      )
      return () => void shownToast.then((hideToast) => hideToast?.())
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getOptions: () => currentOptions,
    setOptions: (next) => {
      currentOptions = { ...currentOptions, ...next }
      shell?.refresh()
      setState({})
    },
    setTheme: (theme) =>
      modal.setOptions({
        theme: {
          ...currentOptions.theme,
          ...theme,
          variables: { ...currentOptions.theme?.variables, ...theme.variables },
        },
      }),
    destroy: () => {
      latestRequestId = Number.NEGATIVE_INFINITY
      for (const stop of cleanups) {
        stop()
      }
      loadingShell?.then(
        (loadedShell) => loadedShell.stop(),
        () => {},
      )
      setState(closedState)
      listeners.clear()
    },
  }
  return modal
}
