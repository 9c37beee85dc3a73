/** Long after any browser has told every tab what was stored. */
const lagMs = 1000

export interface Marks {
  /** Waits until what this tab reads is what was marked last, for a second at most. */
  awaitLatest(readMark: () => string): Promise<void>
  /** Marks what this tab has written. */
  leave(mark: string): Promise<void>
}

/**
 * Storage of one tab may lag behind a write of another, even under a lock: browsers tell of writes
 * in their own time. Locks are told of in order, so the writer holds one for a second whose name
 * says what it wrote. For use while holding the lock `name`.
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
      const end = Date.now() + lagMs
      while (readMark() !== last.mark && Date.now() < end) {
        await pauseFor(4)
      }
    },
    leave: (mark) =>
      new Promise((resolve) => {
        count++
        const held = locks.request(`${name}#${count}#${mark}`, () => {
          resolve()
          return pauseFor(lagMs)
        })
        held.catch(() => resolve())
      }),
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
