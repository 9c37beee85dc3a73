export interface Month<T> {
  /** `2026-03`. */
  readonly key: string
  readonly year: number
  /** 0–11. */
  readonly month: number
  readonly items: readonly T[]
}

/**
 * What happened month by month, the newest first, each id once; months are those of the visitor's
 * clock. Of two with one id the first given counts; what happened at once keeps its order.
 */
export function groupByMonth<
  T extends { readonly id: string /** Milliseconds since the epoch. */; readonly at: number },
>(items: readonly T[]): readonly Month<T>[] {
  const once = new Map<string, T>()
  for (const item of items) {
    if (!once.has(item.id)) once.set(item.id, item)
  }
  const months = new Map<string, { year: number; month: number; items: T[] }>()
  for (const item of [...once.values()].sort((a, b) => b.at - a.at)) {
    const date = new Date(item.at)
    const [year, month] = [date.getFullYear(), date.getMonth()]
    const key = `${year}-${`${month + 1}`.padStart(2, '0')}`
    const known = months.get(key)
    if (known) known.items.push(item)
    else months.set(key, { year, month, items: [item] })
  }
  return [...months].map(([key, rest]) => ({ key, ...rest }))
}
