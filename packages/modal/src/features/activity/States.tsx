import { hasCode } from '@latchkey/protocol'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import type { ActivityWords } from '../../words/words.ts'

/** Placeholder rows, as high as the rows that will replace them. */
export function Skeletons({
  label,
  count = 4,
}: {
  readonly label: string
  readonly count?: number
}): ReactElement {
  return (
    <div className="list" aria-busy="true">
      <span className="hidden">{label}</span>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical
        <div key={row} className="row" aria-hidden="true">
          <span className="skeleton token-icon" />
          <span className="row-text">
            <span className="skeleton line-long" />
            <span className="skeleton line-short" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** Shown when the history cannot be read: a text with a retry button, and a toast. */
export function Unavailable(props: {
  readonly words: ActivityWords
  readonly modal: ViewModal
  readonly error: Error | null
  readonly onRetry: () => void
}): ReactElement {
  const { words, modal, error, onRetry } = props
  const { toast } = modal
  useEffect(() => {
    if (error) return toast({ variant: 'error', text: words.unavailable })
  }, [toast, error, words])
  const cause = error?.cause
  const isSiteSetupFault =
    hasCode(cause, 'project-id-unknown') || hasCode(cause, 'origin-not-allowed')
  return (
    <div className="empty">
      <p>{words.unavailable}</p>
      <p className="hint">
        {isSiteSetupFault ? modal.words.errors[cause.code] : words.unavailableHint}
      </p>
      <button type="button" className="pill" onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  )
}

export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ReactNode
}): ReactElement {
  return (
    <div className="empty">
      <p>{title}</p>
      {children && <p className="hint">{children}</p>}
    </div>
  )
}
