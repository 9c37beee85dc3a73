import type { OperatorScope } from '@latchkey/protocol'
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react'
import { toFault } from '../api/api.ts'

interface Props {
  readonly onMake: (label: string, scope: OperatorScope) => Promise<void>
}

export function NewKey({ onMake }: Props): ReactElement {
  const id = useId()
  const labelInput = useRef<HTMLInputElement>(null)
  const [label, setLabel] = useState('')
  const [scope, setScope] = useState<OperatorScope>('read')
  const [fault, setFault] = useState('')
  const submitKey = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!label.trim()) {
      setFault('Say what the key is for')
      labelInput.current?.focus()
      return
    }
    try {
      await onMake(label.trim(), scope)
      setLabel('')
      setFault('')
    } catch (error) {
      const { reason, fix } = toFault(error)
      setFault([reason, fix].filter(Boolean).join('. '))
      labelInput.current?.focus()
    }
  }
  return (
    <form className="row new-key" onSubmit={submitKey} noValidate aria-label="New key">
      <div className="field grow">
        <label htmlFor={id}>What the key is for</label>
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
      <div className="field">
        <label htmlFor={`${id}s`}>It may</label>
        <select
          id={`${id}s`}
          value={scope}
          onChange={({ target }) => setScope(target.value as OperatorScope)}
        >
          <option value="read">read</option>
          <option value="write">read and write</option>
        </select>
      </div>
      <button type="submit" className="small strong">
        Make a key
      </button>
      <p id={`${id}f`} className="fault" role="alert">
        {fault}
      </p>
    </form>
  )
}
