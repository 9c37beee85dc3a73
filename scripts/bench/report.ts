/** One row of the table: a measurement and its bound. */
export interface Row {
  readonly what: string
  /** Displayed result, taken from the run. */
  readonly ours: string
  readonly budget: string
  readonly isGood: boolean
  /** What the README calls it; absent when only `docs/benchmarks.md` has the row. */
  readonly inReadme?: string
}

/** Most rows of the README: nobody reads more on a first page. */
const mostInReadme = 12

/**
 * The rows of the README's table, with one number each. Throws when more than twelve are marked for
 * it.
 */
export function summaryTable(rows: readonly Row[]): string {
  const marked = rows.flatMap(({ inReadme, ours }) =>
    inReadme ? [`| ${inReadme} | ${ours} |`] : [],
  )
  if (marked.length > mostInReadme)
    throw new Error(`${marked.length} rows for the README, at most ${mostInReadme}`)
  return ['| | Latchkey |', '|:--|--:|', ...marked].join('\n')
}

/** All rows as a Markdown table, with what each must be, and a note below. */
export function fullTable(rows: readonly Row[], note: string): string {
  return [
    '| | Latchkey | must be |',
    '|:--|--:|--:|',
    ...rows.map(
      ({ what, ours, budget, isGood }) =>
        `| ${what} | ${isGood ? ours : `**${ours}** (over)`} | ${budget} |`,
    ),
    '',
    note,
  ].join('\n')
}

/**
 * A time bound for this machine: scaled up when React alone is slower here than on the machine
 * where the bound was set.
 * @returns the bound in milliseconds, and its description
 */
export function boundHere(
  most: number,
  floor: { readonly there: number; readonly here: number },
): { readonly most: number; readonly said: string } {
  const grown = most * Math.max(1, floor.here / floor.there)
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  return {
    most: grown,
    said:
      grown === most
        ? `≤ ${ms(most)}`
        : `≤ ${ms(most)} where React alone takes ${ms(floor.there)}; here ${ms(floor.here)}: ≤ ${ms(grown)}`,
  }
}

/** Replaces the text between two markers in `text`. Throws when the markers are missing. */
export function fillBlock(text: string, name: string, block: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end} to fill`)
  return `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`
}

export function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
