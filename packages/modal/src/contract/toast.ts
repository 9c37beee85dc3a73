import { toastHideMs, toastReshowDelayMs } from '@latchkey/protocol'

export type ToastVariant = 'loading' | 'success' | 'error'

export interface ToastParameters {
  readonly variant: ToastVariant
  readonly text: string
  /**
   * Whether the toast closes by itself after 2500 ms; default true. A loading toast stays until it
   * is replaced or hidden.
   */
  readonly autoClose?: boolean
}

export interface Toast extends ToastParameters {
  readonly id: number
}

export interface ToastQueue {
  getToast(): Toast | null
  show(toast: ToastParameters): () => void
  clear(): void
}

/** Shows one toast at a time: a new one replaces the old one after 150 ms. */
export function createToastQueue(onChange: () => void): ToastQueue {
  let toast: Toast | null = null
  let nextId = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  const setToast = (nextToast: Toast | null): void => {
    toast = nextToast
    onChange()
  }
  const hideToast = (id: number): void => {
    if (toast?.id !== id) return
    clearTimeout(timer)
    setToast(null)
  }
  const placeToast = (nextToast: Toast): void => {
    setToast(nextToast)
    if (nextToast.variant !== 'loading' && nextToast.autoClose !== false)
      timer = setTimeout(() => hideToast(nextToast.id), toastHideMs)
  }
  return {
    getToast: () => toast,
    show: (parameters) => {
      const nextToast = { ...parameters, id: nextId++ }
      clearTimeout(timer)
      let isPending = false
      if (toast) {
        setToast(null)
        isPending = true
        timer = setTimeout(() => {
          isPending = false
          placeToast(nextToast)
        }, toastReshowDelayMs)
      } else placeToast(nextToast)
      const ownTimer = timer
      return () => {
        if (isPending) clearTimeout(ownTimer)
        hideToast(nextToast.id)
      }
    },
    clear: () => {
      clearTimeout(timer)
      if (toast) setToast(null)
    },
  }
}
