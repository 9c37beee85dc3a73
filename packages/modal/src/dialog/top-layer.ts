/**
 * Shows the dialog as a modal above everything else and focuses its heading. A CSS zoom that the
 * page sets is undone for the dialog.
 */
export function raiseDialog(dialog: HTMLDialogElement): void {
  // When the page has removed the dialog and inserted it again, the dialog is open but no longer
  // modal.
  if (dialog.open && !dialog.matches(':modal')) dialog.removeAttribute('open')
  if (!dialog.open) {
    dialog.showModal()
    // A toast that was shown before the dialog opened is now below it, so the toast is shown again
    // on top.
    const toast = dialog.querySelector<HTMLElement>('.toast:popover-open')
    toast?.hidePopover()
    toast?.showPopover()
  }
  const style = dialog.style as CSSStyleDeclaration & { zoom: string }
  style.zoom = ''
  const { currentCSSZoom } = dialog as { readonly currentCSSZoom?: number }
  if (currentCSSZoom && currentCSSZoom !== 1) style.zoom = String(1 / currentCSSZoom)
  dialog.querySelector('h2')?.focus({ preventScroll: true })
}

/**
 * Returns the focus to the element that opened the dialog or, when that is no longer in the page,
 * to the first Latchkey button of the page.
 */
export function returnFocus(opener: HTMLElement | null): void {
  const focusTarget = opener?.isConnected
    ? opener
    : document.querySelector<HTMLElement>('.latchkey-button')
  focusTarget?.focus({ preventScroll: true })
}
