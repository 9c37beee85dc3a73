import type { ReactElement } from 'react'
import type { LoginWords } from '../words/words.ts'

/** The number that the window of the vault shows too. */
export function NumberShown({
  words,
  number,
}: {
  readonly words: LoginWords['social']
  readonly number: string
}): ReactElement {
  return (
    <div className="number">
      <dl>
        <div className="kv">
          <dt>{words.number}</dt>
          <dd>{number}</dd>
        </div>
      </dl>
      <p className="hint">{words.numberHint}</p>
    </div>
  )
}
