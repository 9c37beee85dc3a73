import { type JSX, type ReactNode, useEffect, useRef } from 'react'

/** One question of a page, answered by "Approve" or "Reject". */
export function Question(props: {
  readonly title: string
  readonly origin: string
  /** Said below the origin, where nobody vouches for it. */
  readonly doubt?: string
  /** Why it cannot be approved yet; pressing "Approve" then does nothing. */
  readonly hint?: string | undefined
  readonly canApprove?: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
  readonly children: ReactNode
}): JSX.Element {
  const { title, origin, doubt, hint, canApprove = true, onApprove, onReject, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="origin">{origin}</p>
        {doubt ? <p className="doubt">{doubt}</p> : null}
      </header>
      <div className="body">{children}</div>
      <footer>
        <p className="hint" role="status">
          {hint ?? ''}
        </p>
        <div className={canApprove ? 'buttons' : 'buttons single'}>
          <button type="button" className="quiet" onClick={onReject}>
            Reject
          </button>
          {canApprove ? (
            <button type="button" className="primary" onClick={() => hint || onApprove()}>
              Approve
            </button>
          ) : null}
        </div>
      </footer>
    </>
  )
}
