/** Duration of a function in milliseconds. */
export async function timeSpent(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** The median; NaN for an empty list. */
export function medianOf(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

/** The quantile at `share`; NaN for an empty list. */
export function quantileOf(list: readonly number[], share: number): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN
}
