import type { Stop } from '@latchkey/core'
import { followSheet } from './follow-sheet.ts'
import { sayNewWindows } from './say-new-windows.ts'
import { stayOnTop } from './stay-on-top.ts'

/**
 * What an open dialog needs after it was painted; loaded then.
 * @param raise passed in: a module imported by both chunks would become a chunk of its own
 */
export function whileOpen(
  dialog: HTMLDialogElement,
  {
    onClose,
    raise,
  }: { readonly onClose: () => void; readonly raise: (dialog: HTMLDialogElement) => void },
): Stop {
  const cleanups = [followSheet(dialog, onClose), stayOnTop(dialog, raise), sayNewWindows(dialog)]
  return () => {
    for (const stop of cleanups) {
      stop()
    }
  }
}
