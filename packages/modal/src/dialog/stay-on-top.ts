import type { Stop } from '@latchkey/core'

/**
 * Comes back on top when the page shows a popover over us. A later *dialog* of the page stays
 * above: it may be a wallet's own.
 */
export function stayOnTop(
  dialog: HTMLDialogElement,
  raise: (dialog: HTMLDialogElement) => void,
): Stop {
  const host = (dialog.getRootNode() as ShadowRoot).host
  const isOver = (element: EventTarget | null): boolean =>
    element !== host && element instanceof HTMLElement && element.matches(':popover-open')
  // What lies below a modal dialog is not hit, whatever is painted over it: another hit is a later
  // dialog.
  const isTopDialog = (): boolean => {
    const { x, y, width, height } = dialog.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === host
  }
  const raiseAgain = (): void => {
    if (!dialog.open || !isTopDialog()) return
    const focused = (dialog.getRootNode() as ShadowRoot).activeElement
    dialog.dataset.still = ''
    dialog.close()
    raise(dialog)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    requestAnimationFrame(() => delete dialog.dataset.still)
  }
  const onToggle = ({ target }: Event): void => {
    if (isOver(target)) raiseAgain()
  }
  // Which were shown since we were opened cannot be told: this is loaded later.
  if ([...document.querySelectorAll(':popover-open')].some(isOver)) raiseAgain()
  document.addEventListener('toggle', onToggle, true)
  return () => document.removeEventListener('toggle', onToggle, true)
}
