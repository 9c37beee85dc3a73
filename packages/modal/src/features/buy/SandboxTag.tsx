import type { ReactElement } from 'react'
import type { BuyWords } from '../../words/words.ts'

/** Marks a seller as a test that involves no real money; shown wherever the seller is. */
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
