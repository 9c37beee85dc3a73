import { type ReactElement, useId, useRef, useState } from 'react'
import type { LoginWords } from '../../words/words.ts'
import { emailFault } from './email-fault.ts'

/**
 * A field for an email address with its button. An error is shown at the field and moves the focus
 * there.
 */
export function EmailField({
  words,
  label,
  action,
  isPrimary,
  given = '',
  isBusy = false,
  refused,
  faultOf,
  onEmail,
}: {
  readonly words: LoginWords['login']
  readonly label: string
  readonly action: string
  readonly isPrimary: boolean
  /** Text that is in the field at first. */
  readonly given?: string | undefined
  /** Whether the address is being sent; nothing is accepted meanwhile. */
  readonly isBusy?: boolean
  /** Why the last submitted address was refused. */
  readonly refused?: string | undefined
  /** An additional check before the address is sent; returns what is wrong with it, if anything. */
  readonly faultOf?: (email: string) => string | undefined
  readonly onEmail: (email: string) => void
}): ReactElement {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(given)
  const [own, setFault] = useState<string>()
  const fault = own ?? refused
  return (
    <form
      noValidate
      aria-busy={isBusy}
      className="email"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        const email = text.trim()
        const faultKind = emailFault(email)
        const faultTexts = { missing: words.emailMissing, invalid: words.emailInvalid }
        const faultText = faultKind ? faultTexts[faultKind] : faultOf?.(email)
        setFault(faultText)
        if (faultText) input.current?.focus()
        else onEmail(email)
      }}
    >
      <input
        ref={input}
        type="email"
        className="email-input"
        aria-label={label}
        placeholder={label}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={254}
        value={text}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFault(undefined)
        }}
      />
      <p id={`${id}-fault`} role="status" className="email-fault">
        {fault}
      </p>
      <button type="submit" className={isPrimary ? 'primary' : 'secondary'}>
        {action}
      </button>
    </form>
  )
}
