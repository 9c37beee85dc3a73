import type { Kit, Stop } from '@latchkey/core'
import type { Modal, ModalState } from './contract/modal.ts'
import type { ModalOptions } from './contract/options.ts'
import type { Shell } from './dialog/start-shell.ts'
import { whenIdle } from './shared/when-idle.ts'

type Saving = { readonly connection?: { readonly saveData?: boolean } }

/**
 * Makes the dialog of a kit. Its code is loaded when the page is idle, when the visitor is likely
 * to open it, or with the first `open`.
 */
export function createModal(kit: Kit, options: ModalOptions = {}): Modal {
  const listeners = new Set<() => void>()
  const stops: Stop[] = []
  const closed: ModalState = { open: false, loading: false, view: 'Connect', isLoadFailed: false }
  let current = options
  let state = closed
  let shell: Shell | undefined
  let coming: Promise<Shell> | undefined
  let turns = 0

  const setState = (next: Partial<ModalState>): void => {
    state = { ...state, ...next }
    for (const listener of [...listeners]) {
      listener()
    }
  }
  const loadShell = (): Promise<Shell> => {
    coming ??= import('./dialog/start-shell.ts').then(
      ({ startShell }) => {
        shell = startShell({ kit, getOptions: () => current, report: setState })
        return shell
      },
      (error) => {
        // After a failed import the next call tries again.
        coming = undefined
        throw error
      },
    )
    return coming
  }
  if (
    typeof document !== 'undefined' &&
    options.prefetch !== false &&
    !(navigator as Saving).connection?.saveData
  )
    stops.push(
      whenIdle(() => {
        // On a page whose visitor is or was connected, the dialog's code is loaded only when it is
        // needed: when it is opened, or when a seller may have led back, the vault may need an
        // approval, or a transaction has to be reported.
        const { active, transactions } = kit.getState()
        if (
          turns < 0 ||
          (Object.keys(active)[0] &&
            !Object.keys(transactions)[0] &&
            !['pending', 'purchases', 'vault'].some((key) =>
              kit.storage?.getItem(`latchkey.${kit.id}.v1.${key}`),
            ))
        )
          return
        loadShell().then(
          (ready) => stops.push(whenIdle(() => turns >= 0 && ready.prerender())),
          () => {},
        )
      }),
    )

  const modal: Modal = {
    kit,
    open: async (parameters = {}) => {
      if (turns < 0 || typeof document === 'undefined') return false
      const turn = ++turns
      // Read before any wait: afterwards another element may have the focus.
      const asked = { opener: document.activeElement as HTMLElement | null, ...parameters }
      setState({ loading: true, isLoadFailed: false })
      try {
        const ready = shell ?? (await loadShell())
        return turn === turns && (await ready.open(asked))
      } catch {
        if (turn === turns) setState({ loading: state.open, isLoadFailed: true })
        return false
      }
    },
    close: () => {
      if (turns < 0) return
      turns++
      shell?.close()
      if (state.loading) setState(closed)
    },
    connect: async () => (await loadShell()).connect(modal),
    preload: () => turns < 0 || void loadShell().catch(() => {}),
    toast: (toast) => {
      const shown = loadShell().then(
        (ready) => (turns < 0 ? undefined : ready.toast(toast)),
        (): undefined => {},
      )
      return () => void shown.then((hide) => hide?.())
    },
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getOptions: () => current,
    setOptions: (next) => {
      current = { ...current, ...next }
      shell?.refresh()
      setState({})
    },
    setTheme: (theme) =>
      modal.setOptions({
        theme: {
          ...current.theme,
          ...theme,
          variables: { ...current.theme?.variables, ...theme.variables },
        },
      }),
    destroy: () => {
      turns = Number.NEGATIVE_INFINITY
      for (const stop of stops) {
        stop()
      }
      coming?.then(
        (ready) => ready.stop(),
        () => {},
      )
      setState(closed)
      listeners.clear()
    },
  }
  return modal
}
