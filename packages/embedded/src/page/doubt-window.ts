/**
 * Milliseconds that a handle must say "closed"; longer than an isolated popup takes to load and be
 * heard on most networks.
 */
const closedMs = 1_500
/** Milliseconds of silence that count, whatever the handle says. */
const silentMs = 10_000
const everyMs = 250

interface Doubts {
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
