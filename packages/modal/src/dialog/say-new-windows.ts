import type { Stop } from '@latchkey/core'
import { lateWords } from '../words/en/late.ts'

/**
 * Says of every link in the dialog that opens a window that it does, to those who do not see it
 * happen: whichever view has drawn it, and whenever.
 */
export function sayNewWindows(dialog: HTMLDialogElement): Stop {
  const describeLinks = (): void => {
    for (const link of dialog.querySelectorAll('a[target="_blank"]:not([aria-description])')) {
      link.setAttribute('aria-description', lateWords.newWindow)
    }
  }
  const observer = new MutationObserver(describeLinks)
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['target'] })
  describeLinks()
  return () => observer.disconnect()
}
