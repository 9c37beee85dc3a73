import type { ReactElement, ReactNode } from 'react'
import type { ViewModal } from '../contract/view.ts'
import { useCopy } from './use-copy.ts'

export declare namespace CopyButton {
  interface Props {
    readonly text: string
    /** Accessible name of the button; without children it is also the visible text. */
    readonly label: string
    readonly modal: Pick<ViewModal, 'toast' | 'words'>
    readonly className: string
    readonly children?: ReactNode
  }
}

/** Copies a text and confirms it on the button, and in a toast that screen readers announce. */
export function CopyButton({
  text,
  label,
  modal,
  className,
  children,
}: CopyButton.Props): ReactElement {
  const { copied, copyFailed } = modal.words.shell
  const { result, copy } = useCopy((copyResult, copiedText) => {
    if (copyResult === 'copied') modal.toast({ variant: 'success', text: copied }, copiedText)
    else modal.toast({ variant: 'error', text: copyFailed })
  })
  return (
    <button
      type="button"
      className={className}
      aria-label={children ? label : undefined}
      data-copied={result === 'copied'}
      onClick={() => copy(text)}
    >
      {children ?? label}
    </button>
  )
}
