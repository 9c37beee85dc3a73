import type { Kit, Stop } from '@latchkey/core'
import type { Modal, ModalState } from './contract/modal.ts'
import type { ModalOptions } from './contract/options.ts'
import type { Shell } from './dialog/start-shell.ts'
import { whenIdle } from './shared/when-idle.ts'

type Saving = { readonly connection?: { readonly saveData?: boolean } }

/** Makes the dialog of a kit. Its code comes at idle, on intent or with the first `open`. */
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
        // A failed import may be asked for again.
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
        // A page whose visitor is already connected, or comes back, pays for the dialog when it is
        // wanted, or when a seller may have led back, a vault may need an approval, or what is
        // pending or has just settled may have to be told.
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
      // Before anything is awaited: the focus may be elsewhere then.
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
