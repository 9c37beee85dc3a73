import { Fragment, type ReactNode } from 'react'

/** Shows a list of names with their values. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [string, ReactNode] | null)[]
}): ReactNode {
  return (
    <dl className="facts">
      {rows.map((row) =>
        row ? (
          <Fragment key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  )
}
