import type { OverviewShare } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { format } from '../format.ts'

interface Props {
  readonly title: string
  readonly of: string
  readonly shares: readonly OverviewShare[]
  /** Width of the card: `third` in a row of three cards; absent in a row of two. */
  readonly size?: 'third'
  /** Texts to show instead of names, by name. */
  readonly words?: Readonly<Record<string, string>>
}

/**
 * Shows shares as bars, in the given order. Their names come from pages, so they are shown as plain
 * text.
 */
export function Shares({ title, of, shares, size, words }: Props): ReactElement {
  const id = useId()
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  const maxCount = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <section className={size ? `card ${size}` : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shares.length === 0 ? (
        <p className="soft note">No {of} in this time.</p>
      ) : (
        <ol className="bars" aria-label={`${title}: ${of}`}>
          {shares.map(({ name, count }) => (
            <li key={name}>
              <span className="bar-name">{name ? nameOfShare(name, words) : 'All others'}</span>
              <span className="bar-count">
                {format.count(count)}{' '}
                <span className="soft bar-share">{format.share(count, total)}</span>
              </span>
              <span className="bar" aria-hidden="true">
                <span className="fill" style={{ width: `${(count / maxCount) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/**
 * Returns the text to display for a name. A page may send any name, so inherited properties such as
 * `constructor` are not used.
 */
function nameOfShare(name: string, words: Props['words']): string {
  return (words && Object.hasOwn(words, name) ? words[name] : undefined) ?? name
}
