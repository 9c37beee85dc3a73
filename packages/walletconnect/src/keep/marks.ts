/** Milliseconds within which every browser makes a write visible to all tabs. */
const maxLagMs = 1000

export interface Marks {
  /** Waits, at most a second, until this tab's reads include the last marked write. */
  awaitLatest(readMark: () => string): Promise<void>
  /** Marks a write of this tab. */
  leave(mark: string): Promise<void>
}

/**
 * A tab's storage may lag behind a write of another tab, even under a lock, because browsers
 * propagate writes asynchronously. Locks propagate in order, so the writer holds, for a second, a
 * lock whose name identifies the write. Call these while holding the lock `name`.
 */
export function openMarks(name: string, locks: LockManager): Marks {
  let count = 0
  return {
    async awaitLatest(readMark) {
      const { held = [] } = await locks.query()
      const marks = held.flatMap(({ name: held = '' }) => {
        const [n = '', mark = ''] = held.startsWith(`${name}#`)
          ? held.slice(name.length + 1).split('#')
          : []
        return n === '' ? [] : [{ n: Number(n), mark }]
      })
      const last = marks.sort((a, b) => b.n - a.n)[0]
      count = last?.n ?? 0
      if (!last) return
      const deadline = Date.now() + maxLagMs
      while (readMark() !== last.mark && Date.now() < deadline) {
        await pauseFor(4)
      }
    },
    leave: (mark) =>
      new Promise((resolve) => {
        count++
        const held = locks.request(`${name}#${count}#${mark}`, () => {
          resolve()
          return pauseFor(maxLagMs)
        })
        held.catch(() => resolve())
      }),
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
