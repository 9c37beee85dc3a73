import { type ReactNode, useState } from 'react'
import { words } from '../words.ts'
import { ArmedButton } from './ArmedButton.tsx'

/** An entry of a list that the visitor can remove, after a question to confirm it. */
export function RemoveRow(props: {
  readonly title: ReactNode
  readonly sub: string
  /**
   * Accessible names of the button and of its confirmation; each contains the name of the entry.
   * Without `remove` the entry has no button.
   */
  readonly ask?: string
  readonly sure?: string
  readonly sureText?: string
  readonly remove?: () => Promise<unknown>
  /** Texts of the button and of its confirmation, when the action is not a removal. */
  readonly says?: { readonly ask: string; readonly sure: string }
}): ReactNode {
  const { says = { ask: words.remove, sure: words.removeSure } } = props
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const removeEntry = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    await props.remove?.()
    setIsBusy(false)
    setIsAsked(false)
  }
  return (
    <li className="row" data-asked={isAsked}>
      <div>
        {props.title}
        <span className="sub">{isAsked ? props.sureText : props.sub}</span>
      </div>
      {props.remove && !isAsked ? (
        <button
          type="button"
          className="secondary"
          aria-label={props.ask}
          onClick={() => setIsAsked(true)}
        >
          {says.ask}
        </button>
      ) : null}
      {isAsked ? (
        <>
          {/* biome-ignore lint/a11y/noAutofocus: the question starts on its safe answer. */}
          <button type="button" className="secondary" autoFocus onClick={() => setIsAsked(false)}>
            {words.confirmNot}
          </button>
          <ArmedButton
            className="danger"
            aria-label={props.sure}
            aria-busy={isBusy}
            onClick={() => void removeEntry()}
          >
            {says.sure}
          </ArmedButton>
        </>
      ) : null}
    </li>
  )
}
