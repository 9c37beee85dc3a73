import type { ReactNode } from 'react'

/** A box that shows a warning. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: 'warn' | 'bad' | 'note'
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className="notice" data-tone={tone}>
      {children}
    </p>
  )
}
