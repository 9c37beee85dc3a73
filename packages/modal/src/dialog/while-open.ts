import type { Stop } from '@latchkey/core'
import { announceNewWindows } from './announce-new-windows.ts'
import { followSheet } from './follow-sheet.ts'
import { stayOnTop } from './stay-on-top.ts'

/**
 * Starts what an open dialog needs only after its first paint; this module is loaded then.
 * @param raise raises the dialog to the top; it is passed in, because a module imported by both
 * chunks would become a third chunk
 */
export function whileOpen(
  dialog: HTMLDialogElement,
  {
    onClose,
    raise,
  }: { readonly onClose: () => void; readonly raise: (dialog: HTMLDialogElement) => void },
): Stop {
  const cleanups = [
    followSheet(dialog, onClose),
    stayOnTop(dialog, raise),
    announceNewWindows(dialog),
  ]
  return () => {
    for (const stop of cleanups) {
      stop()
    }
  }
}
