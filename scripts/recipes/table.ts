import { isTestPath } from '../check/source-file.ts'

/** How many existing files a change edits, by where they stand. */
export interface Touched {
  /** In packages, apps and examples. */
  readonly sources: number
  /** Tests and what only they use. */
  readonly tests: number
  /** Scripts and pages of the repository itself. */
  readonly house: number
}

const heading = '## How many existing files may a change edit?'

/**
 * The rows of the table under its heading in ARCHITECTURE.md, by the first cell. Throws when there
 * is no such table.
 */
export function readTable(page: string): ReadonlyMap<string, Touched> {
  const [, rest] = page.split(`${heading}\n`)
  const [section = ''] = rest?.split(/^## /m) ?? []
  const rows = new Map<string, Touched>()
  for (const line of section.split('\n')) {
    const [, name, ...counts] = /^\| ([a-z ]+) \| (\d+) \| (\d+) \| (\d+) \|/.exec(line) ?? []
    const [sources, tests, house] = counts.map(Number)
    if (name === undefined || sources === undefined) continue
    rows.set(name, { sources, tests: tests ?? 0, house: house ?? 0 })
  }
  if (rows.size === 0) throw new Error(`no table under "${heading}"`)
  return rows
}

/** Counts edited files by where they stand. */
export function countTouched(paths: readonly string[]): Touched {
  const isSource = (path: string) => /^(packages|apps|examples)\//.test(path) && !isTestPath(path)
  const isTest = (path: string) => isTestPath(path) && !path.startsWith('scripts/')
  const sources = paths.filter(isSource).length
  const tests = paths.filter(isTest).length
  return { sources, tests, house: paths.length - sources - tests }
}

/** One line for each row whose counts differ, or that only one side has. */
export function tableFaults(
  table: ReadonlyMap<string, Touched>,
  found: ReadonlyMap<string, Touched>,
): string[] {
  const names = [...new Set([...table.keys(), ...found.keys()])]
  const write = (touched: Touched | undefined) =>
    touched ? `${touched.sources}, ${touched.tests}, ${touched.house}` : 'nothing'
  return names.flatMap((name) => {
    const [said, counted] = [write(table.get(name)), write(found.get(name))]
    return said === counted ? [] : [`${name}: ARCHITECTURE.md says ${said}; it is ${counted}`]
  })
}
