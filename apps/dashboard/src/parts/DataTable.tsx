import type { ReactElement } from 'react'

interface Props {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
}

/** Shows the numbers of a chart as a table, in a box that can also be scrolled by keyboard. */
export function DataTable({ caption, columns, rows }: Props): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
    <section className="table-box" tabIndex={0} aria-label={caption}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...otherCells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {otherCells.map((cell, cellIndex) => (
                <td key={columns[cellIndex + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
