import type { Stop } from '@latchkey/core'
import { lateWords } from '../words/en/late.ts'

/**
 * Tells screen readers which links in the dialog open a new window, by a description on each such
 * link in any view.
 */
export function announceNewWindows(dialog: HTMLDialogElement): Stop {
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
