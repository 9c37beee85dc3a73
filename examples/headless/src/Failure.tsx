import type { LatchkeyError } from '@latchkey/protocol'
import { useErrorText } from '@latchkey/react'
import type { ReactElement } from 'react'

/** What failed, why, and how to mend it. */
export function Failure({
  title,
  error,
  onRetry,
}: {
  readonly title: string
  readonly error: LatchkeyError
  readonly onRetry: () => void
}): ReactElement {
  const text = useErrorText(error)
  return (
    <div role="alert" className="failure">
      <strong>{title}</strong>
      <p>{text ? text.what : error.code}</p>
      {text && <p className="quiet">{text.fix}</p>}
      <button type="button" className="secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
