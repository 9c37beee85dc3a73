import { type ReactElement, type ReactNode, type RefObject, useId, useState } from 'react'
import { useTypeToFocus } from './use-type-to-focus.ts'

const digitCharacter = /^[\p{Nd}.,]$/u

export declare namespace AmountField {
  interface Props {
    readonly label: string
    /** Whether the label is visible, for a view with two amounts. */
    readonly isLabelShown?: boolean
    /** The amount as the visitor typed it. */
    readonly text: string
    /**
     * The same amount with groups of digits, shown while the field has no focus. While typing there
     * are no groups, because a digit typed between them would shift them.
     */
    readonly grouped?: string | undefined
    readonly onText: (text: string) => void
    readonly placeholder: string
    /** What is wrong with the amount, as text; undefined when nothing is. */
    readonly fault: string | undefined
    /** Hint below the field, shown while nothing is wrong with the amount. */
    readonly hint?: ReactNode
    /** Content beside the field, such as the token. */
    readonly children?: ReactNode
    /** Content beside the hint, such as the button Max. */
    readonly action?: ReactNode
    /**
     * How up to date a computed amount is: `old` is about to be renewed, `none` is being loaded.
     */
    readonly follows?: 'now' | 'old' | 'none' | undefined
    readonly field: RefObject<HTMLInputElement | null>
  }
}

/** A text field for an amount. It keeps what was typed or pasted unchanged; the view parses it. */
export function AmountField(props: AmountField.Props): ReactElement {
  const {
    label,
    isLabelShown,
    text,
    grouped,
    onText,
    placeholder,
    fault,
    hint,
    children,
    action,
    follows,
    field,
  } = props
  const id = useId()
  useTypeToFocus(field, digitCharacter)
  const [isInside, setInside] = useState(false)
  const shownText = isInside ? text : (grouped ?? text)
  return (
    <div className="amount" data-fault={fault !== undefined} data-follows={follows}>
      {isLabelShown && (
        <label className="amount-label" htmlFor={id}>
          {label}
        </label>
      )}
      <div className="amount-row">
        <input
          ref={field}
          id={id}
          className="amount-input"
          data-length={classifyLength(shownText)}
          aria-label={isLabelShown ? undefined : label}
          aria-describedby={`${id}-note`}
          aria-invalid={fault !== undefined}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          placeholder={follows === 'none' ? '' : placeholder}
          value={shownText}
          onFocus={() => setInside(true)}
          onBlur={() => setInside(false)}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        {children}
      </div>
      <div className="amount-row">
        <div className="field-note" id={`${id}-note`}>
          {fault ?? hint}
        </div>
        {action}
      </div>
    </div>
  )
}

function classifyLength(text: string): 'short' | 'middle' | 'long' {
  if (text.length > 16) return 'long'
  return text.length > 9 ? 'middle' : 'short'
}
