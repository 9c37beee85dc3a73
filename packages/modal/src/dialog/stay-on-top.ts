import type { Stop } from '@latchkey/core'

/**
 * Raises the dialog again when the page shows a popover above it. A later *dialog* of the page
 * stays above, because it may be a wallet's own.
 */
export function stayOnTop(
  dialog: HTMLDialogElement,
  raise: (dialog: HTMLDialogElement) => void,
): Stop {
  const host = (dialog.getRootNode() as ShadowRoot).host
  const isAboveDialog = (element: EventTarget | null): boolean =>
    element !== host && element instanceof HTMLElement && element.matches(':popover-open')
  // Elements below a modal dialog cannot be hit: hitting another element means that a later dialog
  // is open.
  const isTopDialog = (): boolean => {
    const { x, y, width, height } = dialog.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === host
  }
  const raiseAgain = (): void => {
    if (!dialog.open || !isTopDialog()) return
    const focusedElement = (dialog.getRootNode() as ShadowRoot).activeElement
    dialog.dataset.still = ''
    dialog.close()
    raise(dialog)
    if (focusedElement instanceof HTMLElement) focusedElement.focus({ preventScroll: true })
    requestAnimationFrame(() => delete dialog.dataset.still)
  }
  const onToggle = ({ target }: Event): void => {
    if (isAboveDialog(target)) raiseAgain()
  }
  // This code is loaded after the dialog has opened, so every popover that is open now and above
  // the dialog is treated as one that was shown later.
  if ([...document.querySelectorAll(':popover-open')].some(isAboveDialog)) raiseAgain()
  document.addEventListener('toggle', onToggle, true)
  return () => document.removeEventListener('toggle', onToggle, true)
}
