/**
 * Makes one tab of this origin the active one: the newest tab becomes active, and when it closes,
 * an older one becomes active again. `startWork` starts the work and returns the function that
 * stops it; `take` makes this tab active again.
 */
export function holdActiveTab(
  locks: LockManager | undefined,
  { name, enter: startWork, leave }: { readonly name: string; enter(): () => void; leave(): void },
): { take(): void; stop(): void } {
  const endController = new AbortController()
  const lockState: { release: () => void } = { release: () => undefined }
  const holdLock = (): Promise<void> => {
    if (endController.signal.aborted) return Promise.resolve()
    const stopWork = startWork()
    return new Promise((release) => {
      lockState.release = () => {
        lockState.release = () => undefined
        stopWork()
        release()
      }
    })
  }
  const handleLoss = (error: unknown): void => {
    if (endController.signal.aborted) return
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    lockState.release()
    leave()
    locks?.request(name, { signal: endController.signal }, holdLock).catch(handleLoss)
  }
  const becomeActive = (): void => {
    if (locks) locks.request(name, { steal: true }, holdLock).catch(handleLoss)
    else void holdLock()
  }
  becomeActive()
  return {
    take: becomeActive,
    stop() {
      endController.abort()
      lockState.release()
    },
  }
}
