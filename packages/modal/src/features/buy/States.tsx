import type { ReactElement, ReactNode } from 'react'
import type { BuyWords } from '../../words/words.ts'

/** Placeholder of the same size as the form that replaces it. */
export function Loading({ words }: { readonly words: BuyWords }): ReactElement {
  return (
    <div className="buy" aria-busy="true">
      <span className="hidden">{words.loading}</span>
      <span className="skeleton field-skeleton" aria-hidden="true" />
      <span className="skeleton field-skeleton" aria-hidden="true" />
      <span className="skeleton button-skeleton" aria-hidden="true" />
    </div>
  )
}

/** Shows why a view has nothing to show, with a button to continue elsewhere. */
export function EmptyState(props: {
  readonly title: string
  readonly hint?: string | undefined
  readonly children?: ReactNode
}): ReactElement {
  const { title, hint, children } = props
  return (
    <div className="empty">
      <p>{title}</p>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </div>
  )
}
