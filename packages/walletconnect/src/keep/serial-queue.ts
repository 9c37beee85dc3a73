/**
 * Milliseconds to wait for the lock: a suspended tab that holds it must not block the others for
 * ever.
 */
const lockTimeoutMs = 2000

export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Runs tasks one after the other. Where Web Locks exist, the order holds over all tabs, otherwise
 * only within this page.
 * @param ready - no task runs and no lock is taken before it resolves
 */
export function openSerialQueue(
  name: string,
  locks?: LockManager | undefined,
  ready: Promise<unknown> = Promise.resolve(),
): SerialQueue {
  let lastTask = ready
  return (task) => {
    const taskResult = lastTask.then(() => (locks ? runLocked(locks, name, task) : task()))
    lastTask = taskResult.catch(() => {})
    return taskResult
  }
}

async function runLocked<T>(locks: LockManager, name: string, task: () => Promise<T>): Promise<T> {
  let runningTask: Promise<T> | undefined
  try {
    await locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, async () => {
      runningTask = task()
      // The caller gets a rejection of the task through `runningTask`; here only the end of the
      // task is awaited, because the lock is held until then.
      await runningTask.catch(() => {})
    })
  } catch {
    // The lock was not granted in time, or does not exist for this origin: the task runs without
    // it.
  }
  return runningTask ?? task()
}
