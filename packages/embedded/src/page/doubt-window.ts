/** Longer than a window that a page's isolation cut takes to load and be heard, on most lines. */
const closedMs = 1_500
/** Whatever its handle says. */
const silentMs = 10_000
const everyMs = 250

/**
 * Calls once when a window of which nothing was heard yet may be closed: its handle has said so for a while, or it was long
 * silent. That proves nothing: of a window that the page's isolation cut every handle says so. Ends with its answer's stop.
 */
export function doubtWindow(handle: Pick<Window, 'closed'> | null | undefined, onDoubt: () => void): () => void {
  let silent = 0
  let closed = 0
  const timer = setInterval(() => {
    silent += everyMs
    closed = handle?.closed ? closed + everyMs : 0
    if (closed < closedMs && silent < silentMs) return
    clearInterval(timer)
    onDoubt()
  }, everyMs)
  return () => clearInterval(timer)
}
