import { toastHideMs, toastReshowDelayMs } from '@latchkey/protocol'

export type ToastVariant = 'loading' | 'success' | 'error'

export interface ToastParameters {
  readonly variant: ToastVariant
  readonly text: string
  /** Default true: closes after 2500 ms. A loading toast stays until it is replaced or hidden. */
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
  const setToast = (next: Toast | null): void => {
    toast = next
    onChange()
  }
  const hideToast = (id: number): void => {
    if (toast?.id !== id) return
    clearTimeout(timer)
    setToast(null)
  }
  const placeToast = (next: Toast): void => {
    setToast(next)
    if (next.variant !== 'loading' && next.autoClose !== false)
      timer = setTimeout(() => hideToast(next.id), toastHideMs)
  }
  return {
    getToast: () => toast,
    show: (parameters) => {
      const next = { ...parameters, id: nextId++ }
      clearTimeout(timer)
      let isPending = false
      if (toast) {
        setToast(null)
        isPending = true
        timer = setTimeout(() => {
          isPending = false
          placeToast(next)
        }, toastReshowDelayMs)
      } else placeToast(next)
      const ownTimer = timer
      return () => {
        if (isPending) clearTimeout(ownTimer)
        hideToast(next.id)
      }
    },
    clear: () => {
      clearTimeout(timer)
      if (toast) setToast(null)
    },
  }
}
