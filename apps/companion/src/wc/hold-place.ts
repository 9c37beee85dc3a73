/**
 * Makes one tab of this origin the active one: the newest becomes active, and an older one becomes
 * active again when it closes. `enter` starts the work and returns its stop; `take` makes this tab
 * active again.
 */
export function holdPlace(
  locks: LockManager | undefined,
  { name, enter, leave }: { readonly name: string; enter(): () => void; leave(): void },
): { take(): void; stop(): void } {
  const ended = new AbortController()
  const held: { release: () => void } = { release: () => undefined }
  const holdLock = (): Promise<void> => {
    if (ended.signal.aborted) return Promise.resolve()
    const stopWork = enter()
    return new Promise((done) => {
      held.release = () => {
        held.release = () => undefined
        stopWork()
        done()
      }
    })
  }
  const handleLoss = (error: unknown): void => {
    if (ended.signal.aborted) return
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    held.release()
    leave()
    locks?.request(name, { signal: ended.signal }, holdLock).catch(handleLoss)
  }
  const takePlace = (): void => {
    if (locks) locks.request(name, { steal: true }, holdLock).catch(handleLoss)
    else void holdLock()
  }
  takePlace()
  return {
    take: takePlace,
    stop() {
      ended.abort()
      held.release()
    },
  }
}
