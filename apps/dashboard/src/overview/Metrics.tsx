import type { Overview } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { format } from '../format.ts'

export function Metrics({ overview }: { readonly overview: Overview }): ReactElement {
  const { opens, connects, failures, rejections } = overview
  const attempts = connects + failures + rejections
  const metricRows = [
    ['Opens', format.count(opens), 'the dialog was opened'],
    ['Connects', format.count(connects), 'wallets connected'],
    [
      'Success rate',
      format.share(connects, attempts),
      `of ${format.count(attempts)} finished attempts`,
    ],
    ['Declined', format.count(rejections), 'visitors said no'],
    ['Failed', format.count(failures), 'attempts ended in an error'],
  ] as const
  return (
    <dl className="figures card wide" aria-label="Figures">
      {metricRows.map(([name, value, note]) => (
        <div key={name}>
          <dt className="figure-name">{name}</dt>
          <dd className="figure">{value}</dd>
          <dd className="soft figure-note">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
