/**
 * Lays out the closed dialog once, invisibly, because the browser then keeps the shaped text, which
 * saves a third of the time of the first opening.
 */
export function layOutOnce(dialog: HTMLDialogElement): void {
  const { style } = dialog
  // Without `data-still`, hiding the dialog again would run as a visible transition.
  dialog.dataset.still = ''
  style.display = 'flex'
  style.visibility = 'hidden'
  dialog.getBoundingClientRect()
  style.display = ''
  style.visibility = ''
  dialog.getBoundingClientRect()
  delete dialog.dataset.still
}
