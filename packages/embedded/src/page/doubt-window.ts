/** Longer than a window that a page's isolation cut takes to load and be heard, on most lines. */
const closedMs = 1_500
/** Whatever its handle says. */
const silentMs = 10_000
const everyMs = 250

interface Doubts {
  /**
   * The window may be closed: its handle has said so for a while, or it was long silent. That
   * proves nothing.
   */
  readonly onDoubt: () => void
  /** It is closed: its handle says so, and this page cuts no windows. */
  readonly onClosed: () => void
  /**
   * Whether this page may cut the windows it opens: of one that it cut every handle says "closed".
   */
  readonly cuts: () => Promise<boolean>
}

/**
 * Watches a window of which nothing was heard yet; calls one of the two, once. Ends with its
 * answer's stop.
 */
export function doubtWindow(
  handle: Pick<Window, 'closed'> | null | undefined,
  { onDoubt, onClosed, cuts }: Doubts,
): () => void {
  let silent = 0
  let closed = 0
  let isOver = false
  const stopWatching = (): void => {
    isOver = true
    clearInterval(timer)
  }
  const endWith = (tell: () => void): void => {
    if (isOver) return
    stopWatching()
    tell()
  }
  const timer = setInterval(() => {
    silent += everyMs
    closed = handle?.closed ? closed + everyMs : 0
    if (closed === everyMs) cuts().then((may) => may || (handle?.closed && endWith(onClosed)))
    if (closed >= closedMs || silent >= silentMs) endWith(onDoubt)
  }, everyMs)
  return stopWatching
}
