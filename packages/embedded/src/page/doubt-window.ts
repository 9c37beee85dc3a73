/**
 * Milliseconds that a handle must say "closed"; longer than an isolated popup takes to load and be
 * heard on most networks.
 */
const closedTimeoutMs = 1_500
/** Milliseconds of silence that count, whatever the handle says. */
const silenceTimeoutMs = 10_000
const checkIntervalMs = 250

interface DoubtCallbacks {
  /**
   * Called when the popup may be closed: its handle has said so for a while, or it was silent for
   * long. That is no proof.
   */
  readonly onDoubt: () => void
  /** Called when the popup is closed: its handle says so, and this page does not isolate popups. */
  readonly onClosed: () => void
  /**
   * Whether this page may isolate its popups: the handle of an isolated one always says "closed".
   */
  readonly cuts: () => Promise<boolean>
}

/**
 * Watches a popup without any message yet; calls one of the two functions, once. The returned stop
 * ends it.
 */
export function doubtWindow(
  handle: Pick<Window, 'closed'> | null | undefined,
  { onDoubt, onClosed, cuts }: DoubtCallbacks,
): () => void {
  let silentDurationMs = 0
  let closedDurationMs = 0
  let isOver = false
  const stopWatching = (): void => {
    isOver = true
    clearInterval(timer)
  }
  const endWith = (report: () => void): void => {
    if (isOver) return
    stopWatching()
    report()
  }
  const timer = setInterval(() => {
    silentDurationMs += checkIntervalMs
    closedDurationMs = handle?.closed ? closedDurationMs + checkIntervalMs : 0
    if (closedDurationMs === checkIntervalMs)
      cuts().then((mayIsolate) => mayIsolate || (handle?.closed && endWith(onClosed)))
    if (closedDurationMs >= closedTimeoutMs || silentDurationMs >= silenceTimeoutMs)
      endWith(onDoubt)
  }, checkIntervalMs)
  return stopWatching
}
