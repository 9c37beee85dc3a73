/**
 * Makes one tab of this origin the active one: the newest tab becomes active, and when it closes,
 * an older one becomes active again. `startWork` starts the work and returns the function that
 * stops it; `take` makes this tab active again.
 */
export function holdActiveTab(
  locks: LockManager | undefined,
  {
    name,
    enterActiveTab: startWork,
    leave,
  }: { readonly name: string; enterActiveTab(): () => void; leave(): void },
): { take(): void; stop(): void } {
  const abortController = new AbortController()
  const heldLock: { release: () => void } = { release: () => undefined }
  const holdLock = (): Promise<void> => {
    if (abortController.signal.aborted) return Promise.resolve()
    const stopWork = startWork()
    return new Promise((release) => {
      heldLock.release = () => {
        heldLock.release = () => undefined
        stopWork()
        release()
      }
    })
  }
  const handleLockLoss = (error: unknown): void => {
    if (abortController.signal.aborted) return
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    heldLock.release()
    leave()
    locks?.request(name, { signal: abortController.signal }, holdLock).catch(handleLockLoss)
  }
  const becomeActive = (): void => {
    if (locks) locks.request(name, { steal: true }, holdLock).catch(handleLockLoss)
    else void holdLock()
  }
  becomeActive()
  return {
    take: becomeActive,
    stop() {
      abortController.abort()
      heldLock.release()
    },
  }
}
