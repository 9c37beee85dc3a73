import type { ReactNode } from 'react'

/** A warning box. */
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
