import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { toFault } from '../api/api.ts'

interface Props {
  /** What is made, in one word: "key". */
  readonly noun: string
  /** Makes it; the form shows the reason when the promise rejects. */
  readonly onMake: (label: string) => Promise<void>
  /** Further fields. */
  readonly children?: ReactNode
}

/** A form that makes a key or a secret, for which the operator writes down what it is for. */
export function NewCredential({ noun, onMake, children }: Props): ReactElement {
  const id = useId()
  const labelInput = useRef<HTMLInputElement>(null)
  const [label, setLabel] = useState('')
  const [fault, setFault] = useState('')
  const submitCredential = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!label.trim()) {
      setFault(`Say what the ${noun} is for`)
      labelInput.current?.focus()
      return
    }
    try {
      await onMake(label.trim())
      setLabel('')
      setFault('')
    } catch (error) {
      const { reason, fix } = toFault(error)
      setFault([reason, fix].filter(Boolean).join('. '))
      labelInput.current?.focus()
    }
  }
  return (
    <form className="row new-key" onSubmit={submitCredential} noValidate aria-label={`New ${noun}`}>
      <div className="field grow">
        <label htmlFor={id}>What the {noun} is for</label>
        <input
          id={id}
          ref={labelInput}
          value={label}
          maxLength={64}
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}f`}
          onChange={({ target }) => setLabel(target.value)}
        />
      </div>
      {children}
      <button type="submit" className="small strong">
        Make a {noun}
      </button>
      <p id={`${id}f`} className="fault" role="alert">
        {fault}
      </p>
    </form>
  )
}
