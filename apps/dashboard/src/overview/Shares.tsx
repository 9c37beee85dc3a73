import type { OverviewShare } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { format } from '../format.ts'

interface Props {
  readonly title: string
  readonly of: string
  readonly shares: readonly OverviewShare[]
}

/** A list of shares, the greatest first; names come from pages and are text. */
export function Shares({ title, of, shares }: Props): ReactElement {
  const id = useId()
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shares.length === 0 ? (
        <p className="soft">No {of} in this time.</p>
      ) : (
        <ol className="bars" aria-label={`${title}: ${of}`}>
          {shares.map(({ name, count }) => (
            <li key={name}>
              <span className="bar-name">{name || 'All others'}</span>
              <span className="bar-count">
                {format.count(count)} <span className="soft">{format.share(count, all)}</span>
              </span>
              <span className="bar" aria-hidden="true">
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
