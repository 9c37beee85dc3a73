/**
 * Lays out the closed dialog once, invisibly: the browser keeps the shaped text, which saves a
 * third of the first opening's time.
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
