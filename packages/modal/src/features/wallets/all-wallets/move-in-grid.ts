/** The cell that an arrow key leads to in a grid; undefined for any other key, or at the edge. */
export function moveInGrid(
  key: string,
  at: number,
  count: number,
  columns: number,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -at,
    End: count - 1 - at,
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined || at < 0) return undefined
  const to = at + step
  return to >= 0 && to < count ? to : undefined
}
