/** Puts the dialog on top of everything, modal, at its own scale, the heading focused. */
export function raiseDialog(dialog: HTMLDialogElement): void {
  // Removed and put back by the page, it is open but no longer modal.
  if (dialog.open && !dialog.matches(':modal')) dialog.removeAttribute('open')
  if (!dialog.open) {
    dialog.showModal()
    // A toast that stood already lies below now.
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

/** Gives the focus back to what opened the dialog, or to something near where that has gone. */
export function returnFocus(opener: HTMLElement | null): void {
  const goal = opener?.isConnected
    ? opener
    : document.querySelector<HTMLElement>('.latchkey-button')
  goal?.focus({ preventScroll: true })
}
