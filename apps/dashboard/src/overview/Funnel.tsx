import type { Overview } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { format } from '../format.ts'

const stepNames = [
  'Opened the dialog',
  'Chose a wallet',
  'The wallet was asked',
  'Connected',
  'Signed in',
]
const lossTexts = [
  'before choosing a wallet',
  'before the wallet was asked',
  'while the wallet was asked',
  'before signing in',
]

/**
 * Shows at which steps visitors give up connecting. The sign-in step is shown only when there were
 * sign-ins.
 */
export function Funnel({ overview }: { readonly overview: Overview }): ReactElement {
  const id = useId()
  const { steps, from } = overview.funnel
  const isSigning = (steps[4]?.visits ?? 0) > 0
  const shownSteps = steps.slice(0, isSigning ? 5 : 4)
  const totalVisits = shownSteps[0]?.visits ?? 0
  const losses = shownSteps
    .slice(1)
    .map(({ visits }, index) => (shownSteps[index]?.visits ?? 0) - visits)
  const worstStep = losses.indexOf(Math.max(0, ...losses))
  const worstLoss = losses[worstStep] ?? 0
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Where visitors give up</h2>
      <p className="soft note">
        {describeLoss({ all: totalVisits, lost: worstLoss, step: lossTexts[worstStep] })} Whole days
        since {format.day(from)}.
      </p>
      <ol className="bars">
        {shownSteps.map(({ step, visits }, index) => (
          <li key={step} data-worst={(worstLoss > 0 && index === worstStep + 1) || undefined}>
            <span className="bar-name">{stepNames[index]}</span>
            <span className="bar-count">
              {format.count(visits)}{' '}
              <span className="soft bar-share">{format.share(visits, totalVisits)}</span>
            </span>
            <span className="bar" aria-hidden="true">
              <span
                className="fill"
                style={{ width: `${totalVisits > 0 ? (visits / totalVisits) * 100 : 0}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeLoss({
  all: totalVisits,
  lost,
  step,
}: {
  readonly all: number
  readonly lost: number
  readonly step: string | undefined
}): string {
  if (totalVisits === 0) return 'No visit was counted in this time.'
  if (lost > 0)
    return `Most who leave do so ${step}: ${format.count(lost)} of ${format.count(totalVisits)} visits.`
  return 'Nobody gave up.'
}
