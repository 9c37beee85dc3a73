import { hasCode } from '@latchkey/protocol'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import type { ActivityWords } from '../../words/words.ts'

/** Rows to come, of the size of those that will. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
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

/** A past nobody has told: said in a toast, and in place with a way on. */
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
  const isOwnersFault = hasCode(cause, 'project-id-unknown') || hasCode(cause, 'origin-not-allowed')
  return (
    <div className="empty">
      <p>{words.unavailable}</p>
      <p className="hint">
        {isOwnersFault ? modal.words.errors[cause.code] : words.unavailableHint}
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
