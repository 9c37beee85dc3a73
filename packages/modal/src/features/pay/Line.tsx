import type { ReactElement, ReactNode } from 'react'

/** One line of a list of facts: its name and its value. */
export function Line({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <div className="kv">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
