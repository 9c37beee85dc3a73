import type { Overview } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { format } from '../format.ts'

/** Shows how many sends, swaps and purchases were started, completed, and failed. */
export function Outcomes({
  overview: { swaps, sends, buys },
}: {
  readonly overview: Overview
}): ReactElement {
  const id = useId()
  const outcomeRows = [
    ['Sends', sends],
    ['Swaps', swaps],
    ['Buys', buys],
  ] as const
  return (
    <section className="card wide" aria-labelledby={id}>
      <h2 id={id}>Sends, swaps and buys</h2>
      <table className="outcomes">
        <caption className="unseen">How many were begun, done and failed</caption>
        <thead>
          <tr>
            <td />
            {['Begun', 'Done', 'Failed'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outcomeRows.map(([name, { started, done, failed }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{format.count(started)}</td>
              <td>{format.count(done)}</td>
              <td>{format.count(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">
        A purchase in a provider's own window is counted as begun; only payments report their end.
      </p>
    </section>
  )
}
