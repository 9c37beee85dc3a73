/**
 * Milliseconds to wait for the lock: a suspended tab that holds it must not block the others for
 * ever.
 */
const patienceMs = 2000

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs tasks one after the other: over all tabs where Web Locks exist, else in this object.
 * @param ready - no task runs and no lock is taken before it resolves
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
      // The caller below handles the rejection, not the lock.
      await running.catch(() => {})
    })
  } catch {
    // The lock was not granted in time, or does not exist for this origin: the task runs without
    // it.
  }
  return running ?? work()
}
