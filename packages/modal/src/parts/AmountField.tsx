import { type ReactElement, type ReactNode, type RefObject, useId, useState } from 'react'
import { useTyping } from './use-typing.ts'

const digits = /^[\p{Nd}.,]$/u

export declare namespace AmountField {
  interface Props {
    readonly label: string
    /** Where two amounts stand in one view the label is seen too. */
    readonly isLabelShown?: boolean
    /** As typed. */
    readonly text: string
    /**
     * The same amount as it is read, with groups of digits; it stands there while nobody is in the
     * field. While one types there are no groups: a digit put between them would make others of
     * them.
     */
    readonly grouped?: string | undefined
    readonly onText: (text: string) => void
    readonly placeholder: string
    /** What is missing, if anything. */
    readonly fault: string | undefined
    /** What stands below the field while nothing is missing. */
    readonly hint?: ReactNode
    /** Stands beside the field. */
    readonly children?: ReactNode
    /** Stands beside the hint. */
    readonly action?: ReactNode
    /** The amount follows from elsewhere: `old` is about to be renewed, `none` on its way. */
    readonly follows?: 'now' | 'old' | 'none' | undefined
    readonly field: RefObject<HTMLInputElement | null>
  }
}

/**
 * A text field for an amount: it keeps what was typed or pasted to the character; reading it is the
 * view's affair.
 */
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
  useTyping(field, digits)
  const [isInside, setInside] = useState(false)
  const shown = isInside ? text : (grouped ?? text)
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
          data-length={classifyLength(shown)}
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
          value={shown}
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
