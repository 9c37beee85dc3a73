import { Fragment, type ReactNode } from 'react'
import { escapeInvisible } from '../../decode/spell-unseen.ts'
import { words } from '../words.ts'

/** Shows untrusted text, with every invisible character written as its code point. */
export function EscapedText({ text }: { readonly text: string }): ReactNode {
  return escapeInvisible(text).map((part, i) =>
    part.isSpelled ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <mark key={i} title={words.hidden}>
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order.
      <Fragment key={i}>{part.text}</Fragment>
    ),
  )
}
