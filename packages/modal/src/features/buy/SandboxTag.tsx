import type { ReactElement } from 'react'
import type { BuyWords } from '../../words/words.ts'

/** Says of a seller that nothing about it is real; it stands wherever the seller does. */
export function SandboxTag({
  words,
  id,
}: {
  readonly words: BuyWords
  readonly id?: string
}): ReactElement {
  return (
    <span className="sandbox" id={id}>
      {words.sandbox}
    </span>
  )
}
