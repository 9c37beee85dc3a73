/** The cell that an arrow key leads to in a grid; undefined for any other key, or at the edge. */
export function moveInGrid(
  key: string,
  currentIndex: number,
  count: number,
  columns: number,
): number | undefined {
  const stepByKey: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -currentIndex,
    End: count - 1 - currentIndex,
  }
  const step = Object.hasOwn(stepByKey, key) ? stepByKey[key] : undefined
  if (step === undefined || currentIndex < 0) return undefined
  const nextIndex = currentIndex + step
  return nextIndex >= 0 && nextIndex < count ? nextIndex : undefined
}
