/**
 * Milliseconds for which a popup's handle must report `closed` before the popup is reported as
 * doubtful; longer than an isolated popup takes to load and send its first message on most
 * networks.
 */
const closedTimeoutMs = 1_500
/**
 * Milliseconds without a message after which a popup is reported as doubtful, whatever its handle
 * reports.
 */
const silenceTimeoutMs = 10_000
const checkIntervalMs = 250

interface ClosingCallbacks {
  /**
   * Called when the popup may be closed, because its handle has reported so for a while, or because
   * no message has come for a long time. Neither proves that it is closed.
   */
  readonly onDoubt: () => void
  /**
   * Called when the popup is certainly closed: its handle reports so, and this page does not
   * isolate popups.
   */
  readonly onClosed: () => void
  /**
   * Whether this page may isolate its popups; the handle of an isolated popup always reports
   * `closed`.
   */
  readonly cuts: () => Promise<boolean>
}

/**
 * Watches a popup from which no message has come yet, and calls either `onDoubt` or `onClosed`,
 * once. The returned function stops the watch.
 */
export function watchForClosing(
  handle: Pick<Window, 'closed'> | null | undefined,
  { onDoubt, onClosed, cuts }: ClosingCallbacks,
): () => void {
  let silentDurationMs = 0
  let closedDurationMs = 0
  let isOver = false
  const stopWatching = (): void => {
    isOver = true
    clearInterval(timer)
  }
  const stopAndReport = (report: () => void): void => {
    if (isOver) return
    stopWatching()
    report()
  }
  const timer = setInterval(() => {
    silentDurationMs += checkIntervalMs
    closedDurationMs = handle?.closed ? closedDurationMs + checkIntervalMs : 0
    if (closedDurationMs === checkIntervalMs)
      cuts().then((mayIsolate) => mayIsolate || (handle?.closed && stopAndReport(onClosed)))
    if (closedDurationMs >= closedTimeoutMs || silentDurationMs >= silenceTimeoutMs)
      stopAndReport(onDoubt)
  }, checkIntervalMs)
  return stopWatching
}
