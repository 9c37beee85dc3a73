import type { ReactNode } from 'react'
import { words } from '../words.ts'
import { Shell } from './Shell.tsx'

/** A window that only shows a text, with a button to continue. */
export function MessageWindow(props: {
  readonly heading: string
  readonly text?: string
  readonly tone?: 'ok' | 'bad'
  readonly again?: () => void
  readonly children?: ReactNode
}): ReactNode {
  const actions = (
    <>
      {props.again ? (
        <button type="button" className="primary" onClick={props.again}>
          {words.tryAgain}
        </button>
      ) : null}
      <button
        type="button"
        className={props.again ? 'secondary' : 'primary'}
        onClick={() => close()}
      >
        {words.close}
      </button>
    </>
  )
  return (
    <Shell heading={props.heading} actions={actions} {...(props.tone && { tone: props.tone })}>
      {props.text ? <p className="text">{props.text}</p> : null}
      {props.children}
    </Shell>
  )
}
