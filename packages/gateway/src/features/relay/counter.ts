/** Keeps a sum for each key; a key whose sum is not positive takes no memory. */
export interface Counter {
  of(key: string): number
  add(key: string, count: number): void
}

export function makeCounter(): Counter {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add(key, count) {
      const sum = (counts.get(key) ?? 0) + count
      if (sum > 0) counts.set(key, sum)
      else counts.delete(key)
    },
  }
}
