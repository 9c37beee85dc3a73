import type { Stop } from '@latchkey/core'

/** Comes back on top when the page shows a popover over us. A later *dialog* of the page stays above: it may be a wallet's own. */
export function stayOnTop(dialog: HTMLDialogElement, raise: (dialog: HTMLDialogElement) => void): Stop {
  const host = (dialog.getRootNode() as ShadowRoot).host
  const again = (event: Event): void => {
    const { target, newState } = event as ToggleEvent
    if (newState !== 'open' || target === host || !(target instanceof HTMLElement) || !target.popover) return
    if (!dialog.open) return
    const focused = (dialog.getRootNode() as ShadowRoot).activeElement
    dialog.dataset.still = ''
    dialog.close()
    raise(dialog)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    requestAnimationFrame(() => delete dialog.dataset.still)
  }
  document.addEventListener('toggle', again, true)
  return () => document.removeEventListener('toggle', again, true)
}
