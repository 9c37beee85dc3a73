export interface Month<T> {
  /** Year and month of the group, such as `2026-03`. */
  readonly key: string
  readonly year: number
  /** Month of the year, 0–11. */
  readonly month: number
  readonly items: readonly T[]
}

/**
 * Groups transactions by month, newest first; months follow the visitor's local time. When two
 * transactions have the same id, only the first is kept. Transactions of the same time keep their
 * order.
 */
export function groupByMonth<
  T extends { readonly id: string /** Time, milliseconds since the epoch. */; readonly at: number },
>(items: readonly T[]): readonly Month<T>[] {
  const itemsById = new Map<string, T>()
  for (const item of items) {
    if (!itemsById.has(item.id)) itemsById.set(item.id, item)
  }
  const months = new Map<string, { year: number; month: number; items: T[] }>()
  for (const item of [...itemsById.values()].sort((a, b) => b.at - a.at)) {
    const date = new Date(item.at)
    const [year, month] = [date.getFullYear(), date.getMonth()]
    const key = `${year}-${`${month + 1}`.padStart(2, '0')}`
    const monthGroup = months.get(key)
    if (monthGroup) monthGroup.items.push(item)
    else months.set(key, { year, month, items: [item] })
  }
  return [...months].map(([key, rest]) => ({ key, ...rest }))
}
