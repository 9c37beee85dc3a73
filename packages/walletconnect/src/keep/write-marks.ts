/** Milliseconds within which every browser makes a write visible to all tabs. */
const maxLagMs = 1000

export interface WriteMarks {
  /** Waits, at most a second, until this tab's reads include the last marked write. */
  awaitLatestWrite(readMark: () => string): Promise<void>
  /** Marks a write of this tab. */
  leave(mark: string): Promise<void>
}

/**
 * Lets a tab wait for another tab's last write. Browsers propagate writes asynchronously, so a tab
 * may read old data even while it holds the lock `name`. Locks propagate in order, so the writer
 * also holds, for a second, a lock whose name identifies the write. Call both methods only while
 * holding the lock `name`.
 */
export function openWriteMarks(name: string, locks: LockManager): WriteMarks {
  let markCount = 0
  return {
    async awaitLatestWrite(readMark) {
      const { held = [] } = await locks.query()
      const heldMarks = held.flatMap(({ name: lockName = '' }) => {
        const [n = '', mark = ''] = lockName.startsWith(`${name}#`)
          ? lockName.slice(name.length + 1).split('#')
          : []
        return n === '' ? [] : [{ n: Number(n), mark }]
      })
      const latestMark = heldMarks.sort((a, b) => b.n - a.n)[0]
      markCount = latestMark?.n ?? 0
      if (!latestMark) return
      const deadline = Date.now() + maxLagMs
      while (readMark() !== latestMark.mark && Date.now() < deadline) {
        await pauseFor(4)
      }
    },
    leave: (mark) =>
      new Promise((resolve) => {
        markCount++
        const heldLock = locks.request(`${name}#${markCount}#${mark}`, () => {
          resolve()
          return pauseFor(maxLagMs)
        })
        heldLock.catch(() => resolve())
      }),
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
