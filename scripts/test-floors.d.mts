export function floorFaults(
  counts: Readonly<Record<string, number>>,
  floors: Readonly<Record<string, number>>,
): string[]
