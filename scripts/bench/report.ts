/** One row of the table: what was measured, what it must be. */
export interface Row {
  readonly what: string
  /** As shown; figures come from the run, never from a keyboard. */
  readonly ours: string
  readonly budget: string
  readonly isGood: boolean
}

/** The rows as a Markdown table. */
export function markdown(rows: readonly Row[], note: string): string {
  return [
    '| | Latchkey | must be |',
    '|:--|--:|--:|',
    ...rows.map(
      ({ what, ours, budget, isGood }) => `| ${what} | ${isGood ? ours : `**${ours}** (over)`} | ${budget} |`,
    ),
    '',
    note,
  ].join('\n')
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
