import { type JSX, type ReactNode, useEffect, useRef } from 'react'

/** One request of a page, with the buttons "Approve" and "Reject". */
export function Question(props: {
  readonly title: string
  readonly origin: string
  /** Warning shown below the origin when the browser does not guarantee the origin. */
  readonly doubt?: string
  /**
   * Why the request cannot be approved yet. While there is a reason, pressing "Approve" does
   * nothing.
   */
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
