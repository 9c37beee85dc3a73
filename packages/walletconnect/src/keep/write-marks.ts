/** Milliseconds within which every browser makes a write visible to all tabs. */
const maxLagMs = 1000

export interface WriteMarks {
  /** Waits, at most a second, until this tab reads what another tab has written last. */
  awaitLatestWrite(readMark: () => string): Promise<void>
  /** Announces a write of this tab to other tabs; `mark` identifies the write. */
  leave(mark: string): Promise<void>
}

/**
 * Lets a tab wait until it can read what another tab has written last. Browsers propagate writes
 * asynchronously, so a tab may read old data even while it holds the lock `name`. Locks propagate
 * in order, so the tab that writes also holds, for a second, a further lock whose name identifies
 * the write. Call both methods only while holding the lock `name`.
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
