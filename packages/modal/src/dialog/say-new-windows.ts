import type { Stop } from '@latchkey/core'
import { lateWords } from '../words/en/late.ts'

/**
 * Adds to every link in the dialog that opens a new window a hidden text that says so, for screen
 * readers; it works for links of any view.
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
