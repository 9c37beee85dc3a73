/** What this repository reads of a report in the format of mutation-testing-elements. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>
}

export interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: { readonly line: number } }
}

export interface Score {
  readonly killed: number
  readonly survived: number
  readonly uncovered: number
  /** Share of the mutants that the tests noticed, in percent with one decimal place. */
  readonly percent: number
  /** The mutants that no test noticed: `path:line  replacement`. */
  readonly unnoticed: readonly string[]
}

/**
 * The mutation score: a mutant counts as noticed when a test fails or no longer ends. Mutants that
 * do not compile or are ignored do not count.
 */
export function scoreOf({ files }: MutationReport): Score {
  const all = Object.entries(files).flatMap(([path, { mutants }]) =>
    mutants.map((mutant) => ({ path, mutant })),
  )
  const countOf = (...statuses: readonly string[]): number =>
    all.filter(({ mutant }) => statuses.includes(mutant.status)).length
  const killed = countOf('Killed', 'Timeout')
  const survived = countOf('Survived')
  const uncovered = countOf('NoCoverage')
  const total = killed + survived + uncovered
  return {
    killed,
    survived,
    uncovered,
    percent: total === 0 ? 100 : Math.floor((1000 * killed) / total) / 10,
    unnoticed: all
      .filter(({ mutant: { status } }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        ({ path, mutant: { location, mutatorName, replacement = '' } }) =>
          `${path}:${location.start.line}  ${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`,
      ),
  }
}
