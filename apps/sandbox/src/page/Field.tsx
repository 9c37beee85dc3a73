import { type ReactElement, useEffect, useRef } from 'react'
import type { Fault } from '../server/order-desk.ts'

/**
 * A labelled text field. Its error is shown below it, and an error moves the focus into the field.
 */
export function Field({
  name,
  label,
  value,
  fault,
  onChange,
  ...input
}: {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly fault: Fault | undefined
  readonly onChange: (value: string) => void
  readonly inputMode?: 'numeric' | 'text'
  readonly placeholder?: string
  readonly type?: 'text' | 'password'
  readonly maxLength?: number
}): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  const isWrong = fault?.field === name
  useEffect(() => {
    if (isWrong && fault) field.current?.focus()
  }, [isWrong, fault])
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {/* The browser must neither offer nor store a real card number. */}
      <input
        {...input}
        ref={field}
        id={name}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${name}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${name}-fault`} className="fault" role="alert">
        {isWrong ? fault.description : ''}
      </p>
    </div>
  )
}
