import type { Overview } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { format } from '../format.ts'

const names = [
  'Opened the dialog',
  'Chose a wallet',
  'The wallet was asked',
  'Connected',
  'Signed in',
]
const givenUp = [
  'before choosing a wallet',
  'before the wallet was asked',
  'while the wallet was asked',
  'before signing in',
]

/** The steps at which visitors give up. The sign-in step is shown only when it occurs. */
export function Funnel({ overview }: { readonly overview: Overview }): ReactElement {
  const id = useId()
  const { steps, from } = overview.funnel
  const isSigning = (steps[4]?.visits ?? 0) > 0
  const drawn = steps.slice(0, isSigning ? 5 : 4)
  const all = drawn[0]?.visits ?? 0
  const losses = drawn.slice(1).map(({ visits }, at) => (drawn[at]?.visits ?? 0) - visits)
  const worst = losses.indexOf(Math.max(0, ...losses))
  const lost = losses[worst] ?? 0
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Where visitors give up</h2>
      <p className="soft note">
        {describeLoss({ all, lost, step: givenUp[worst] })} Whole days since {format.day(from)}.
      </p>
      <ol className="bars">
        {drawn.map(({ step, visits }, at) => (
          <li key={step} data-worst={(lost > 0 && at === worst + 1) || undefined}>
            <span className="bar-name">{names[at]}</span>
            <span className="bar-count">
              {format.count(visits)}{' '}
              <span className="soft bar-share">{format.share(visits, all)}</span>
            </span>
            <span className="bar" aria-hidden="true">
              <span className="fill" style={{ width: `${all > 0 ? (visits / all) * 100 : 0}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeLoss({
  all,
  lost,
  step,
}: {
  readonly all: number
  readonly lost: number
  readonly step: string | undefined
}): string {
  if (all === 0) return 'No visit was counted in this time.'
  if (lost > 0)
    return `Most who leave do so ${step}: ${format.count(lost)} of ${format.count(all)} visits.`
  return 'Nobody gave up.'
}
