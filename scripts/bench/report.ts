/** One row of the table: what was measured, what it must be. */
export interface Row {
  readonly what: string
  /** As shown; figures come from the run, never from a keyboard. */
  readonly ours: string
  readonly budget: string
  readonly isGood: boolean
  /** What the README calls it; absent where only `docs/benchmarks.md` has the row. */
  readonly inReadme?: string
}

/** More than these nobody reads on a first page. */
const mostInReadme = 12

/**
 * The rows of the README's table, with one number each. Throws where more than twelve are marked
 * for it.
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
 * A bound in milliseconds on this machine: as it is, or grown by what React alone takes longer here
 * than where it was set.
 * @returns the bound, and how it is said
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

/** `text` with what stands between its two markers replaced. Throws where there are none. */
export function fillBlock(text: string, name: string, block: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end} to fill`)
  return `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`
}

export function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
