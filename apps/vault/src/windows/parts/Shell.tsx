import { type ReactNode, useEffect, useRef } from 'react'
import { words } from '../words.ts'

/**
 * The layout of every vault window: the page's origin at the top, one heading, the buttons at the
 * bottom.
 */
export function Shell(props: {
  readonly heading: string
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** Whether the content sets the focus itself. Otherwise the heading gets the focus. */
  readonly keepsFocus?: boolean
  readonly tone?: 'ok' | 'bad'
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const { keepsFocus = false, heading: title } = props
  useEffect(() => {
    document.title = `${title} · ${location.host}`
    if (!keepsFocus) heading.current?.focus()
  }, [title, keepsFocus])
  return (
    <div className="window">
      <header className="origin">
        <svg aria-hidden="true" className="lock" viewBox="0 0 16 16">
          <rect x="3" y="7" width="10" height="7" rx="2" />
          <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
        </svg>
        <span>
          {words.vault} <bdi>{location.host}</bdi>
        </span>
      </header>
      <main className="body">
        <h1 ref={heading} tabIndex={-1} data-tone={props.tone}>
          {title}
        </h1>
        {props.children}
      </main>
      {props.actions ? <div className="actions">{props.actions}</div> : null}
    </div>
  )
}
