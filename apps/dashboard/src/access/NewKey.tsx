import type { OperatorScope } from '@latchkey/protocol'
import { type ReactElement, useId, useState } from 'react'
import { NewCredential } from '../parts/NewCredential.tsx'

interface Props {
  readonly onMake: (label: string, scope: OperatorScope) => Promise<void>
}

/** A form that makes an operator key, with what it allows. */
export function NewKey({ onMake }: Props): ReactElement {
  const id = useId()
  const [scope, setScope] = useState<OperatorScope>('read')
  return (
    <NewCredential noun="key" onMake={(label) => onMake(label, scope)}>
      <div className="field">
        <label htmlFor={id}>It may</label>
        <select
          id={id}
          value={scope}
          onChange={({ target }) => setScope(target.value as OperatorScope)}
        >
          <option value="read">read</option>
          <option value="write">read and write</option>
        </select>
      </div>
    </NewCredential>
  )
}
