import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { DataTable } from '../parts/DataTable.tsx'
import { Icon } from '../parts/Icon.tsx'

interface Props {
  readonly title: string
  /** Text summary of the chart. */
  readonly summary: string
  readonly legend: readonly { readonly name: string; readonly color: string }[]
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
  readonly children: ReactNode
}

/** Shows a chart with a text summary, and the same data as a table. */
export function ChartCard({
  title,
  summary,
  legend,
  columns,
  rows,
  children,
}: Props): ReactElement {
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <section className="card wide chart-card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="small"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <Icon name={isTable ? 'chart' : 'table'} />
          <span>
            <span className="unseen">{title} as a </span>
            <span className="capital">table</span>
          </span>
        </button>
      </div>
      <p className="soft note" id={`${id}s`}>
        {summary}
      </p>
      {isTable ? (
        <DataTable caption={`${title} as a table`} columns={columns} rows={rows} />
      ) : (
        <>
          <div className="chart" role="img" aria-labelledby={id} aria-describedby={`${id}s`}>
            {children}
          </div>
          <ul className="legend" aria-label={`Colours of ${title.toLowerCase()}`}>
            {legend.map(({ name, color }) => (
              <li key={name}>
                <span className="swatch" style={{ background: color }} />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
