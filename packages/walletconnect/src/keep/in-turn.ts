/** A tab that holds the lock and sleeps must not stop the others for ever. */
const patienceMs = 2000

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs one work after the other: of all tabs where there are Web Locks, else of this object.
 * @param ready nothing is run, nor a lock held, before it
 */
export function openTurn(
  name: string,
  locks?: LockManager | undefined,
  ready: Promise<unknown> = Promise.resolve(),
): InTurn {
  let last = ready
  return (work) => {
    const turn = last.then(() => (locks ? runLocked(locks, name, work) : work()))
    last = turn.catch(() => {})
    return turn
  }
}

async function runLocked<T>(locks: LockManager, name: string, work: () => Promise<T>): Promise<T> {
  let running: Promise<T> | undefined
  try {
    await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, async () => {
      running = work()
      // Rejections are the caller's below, not the lock's.
      await running.catch(() => {})
    })
  } catch {
    // Not granted in time, or none for this origin: done without.
  }
  return running ?? work()
}
