import type { ReactElement } from 'react'
import type { ApiFault } from '../api/api.ts'

/** Shows what failed, why, and how to continue. */
export function FaultNotice({
  fault,
  onRetry,
}: {
  readonly fault: ApiFault
  readonly onRetry?: () => void
}): ReactElement {
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{fault.reason}</strong>
        {fault.fix ? <span className="soft"> {fault.fix}.</span> : null}
      </p>
      {onRetry ? (
        <button type="button" className="small" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  )
}

/** Takes the space of content that is still loading, so that the layout does not shift later. */
export function Skeleton({
  height,
  label,
}: {
  readonly height: number
  readonly label: string
}): ReactElement {
  return (
    <div className="skeleton card wide" style={{ height }} role="status">
      <span className="unseen">{label}</span>
    </div>
  )
}
