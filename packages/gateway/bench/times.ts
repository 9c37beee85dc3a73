/** Milliseconds that it took. */
export async function timeSpent(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** The middle one; NaN of none. */
export function medianOf(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

/** What so large a share of them is not above; NaN of none. */
export function quantileOf(list: readonly number[], share: number): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN
}
