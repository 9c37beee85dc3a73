import type { ReactElement, ReactNode } from 'react'

/** A row with a name and a value, in a list of facts such as the receiver or the fee. */
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
