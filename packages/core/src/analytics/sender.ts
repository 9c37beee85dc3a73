import { errorEventsPerMinute } from '@latchkey/protocol'

const flushIntervalMs = 10_000
/**
 * Milliseconds before the first batch is sent. It is short so that an owner who tests the page sees
 * soon when the gateway refuses it.
 */
const firstFlushMs = 1_000
const flushThresholdBytes = 45 * 1024
/**
 * Maximum size of one event, in bytes. A full queue of such events still fits into a beacon (64
 * KiB).
 */
const maxEventBytes = 16 * 1024
const refusedFlushMs = 60_000

export interface Sender {
  /**
   * Adds an event to the queue. An event with `isPlain` may always be sent, and stays in the queue
   * when `dropEvents` is called.
   */
  queueEvent(text: string, isPlain: boolean): void
  /** Sends an error at once, outside of any batch; at most five errors a minute are sent. */
  queueError(text: string): void
  /** While `isHeld` is true, all events except the plain ones (`isPlain`) are held back. */
  setOnHold(isHeld: boolean): void
  /** Deletes all unsent events except the plain ones (`isPlain`). */
  dropEvents(): void
  stop(): void
}

interface QueuedEvent {
  readonly text: string
  readonly isPlain: boolean
}

/**
 * Sends events to the gateway in batches, as beacons, so that they delay nothing. A beacon does not
 * show the gateway's answer, so batches go by `fetch` until the gateway has accepted one: a refusal
 * (403) is then noticed with the first batch. A batch that fails is lost.
 * @param batchUrls, errorUrls addresses of the same call at each gateway, best first
 */
export function createSender({
  batchUrls,
  errorUrls,
  onRefused,
}: {
  readonly batchUrls: readonly string[]
  readonly errorUrls: readonly string[]
  /**
   * Called when the gateway answers 403; not called again before the gateway has accepted a batch.
   */
  readonly onRefused: () => void
}): Sender {
  let queue: QueuedEvent[] = []
  let isHeld = false
  let gatewayIndex = 0
  let isAccepted = false
  let isRefused = false
  let flushDelayMs = firstFlushMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let errors: readonly number[] = []

  const postText = (url: string, body: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body,
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
  const beaconText = (url: string, body: string): void => {
    let isQueued = false
    try {
      isQueued = navigator.sendBeacon(url, body)
    } catch {
      // The browser has no `sendBeacon`, or the page forbids it, so `fetch` is used instead.
    }
    if (!isQueued) postText(url, body).catch(() => {})
  }
  const askGateway = async (url: string, body: string): Promise<void> => {
    try {
      const { ok, status } = await postText(url, body)
      isAccepted = ok
      const wasRefused = isRefused
      isRefused = !ok && (isRefused || status === 403)
      if (isRefused && !wasRefused) onRefused()
    } catch {
      // This gateway does not answer, so the next batch goes to the next gateway.
      gatewayIndex = (gatewayIndex + 1) % batchUrls.length
    }
  }
  const batchSizeOf = (events: readonly QueuedEvent[]): number =>
    events.reduce((sum, { text }) => sum + text.length + 1, 2)
  const flushQueue = (isLeaving = false): void => {
    const sendableEvents = isHeld ? queue.filter(({ isPlain }) => isPlain) : queue
    clearTimeout(timer)
    timer = undefined
    if (sendableEvents.length > 0) {
      queue = queue.filter((one) => !sendableEvents.includes(one))
      const body = `[${sendableEvents.map(({ text }) => text).join(',')}]`
      const url = batchUrls[gatewayIndex] ?? ''
      if (isAccepted || isLeaving) beaconText(url, body)
      else void askGateway(url, body)
      flushDelayMs = flushIntervalMs
    }
    armTimer()
  }
  const armTimer = (): void => {
    if (
      queue.length > 0 &&
      timer === undefined &&
      !(isHeld && queue.every(({ isPlain }) => !isPlain))
    )
      timer = setTimeout(flushQueue, isRefused ? refusedFlushMs : flushDelayMs)
  }
  const flushIfHidden = (): void => {
    if (document.visibilityState === 'hidden') flushQueue(true)
  }
  const flushOnLeave = (): void => flushQueue(true)
  document.addEventListener('visibilitychange', flushIfHidden)
  document.addEventListener('freeze', flushOnLeave)
  addEventListener('pagehide', flushOnLeave)

  return {
    queueEvent(text, isPlain) {
      if (text.length > maxEventBytes) return
      queue.push({ text, isPlain })
      if (batchSizeOf(queue) > flushThresholdBytes) {
        // While sending is held back, or the gateway refuses this page, the oldest events are
        // deleted, so that the queue does not grow without end.
        if (isHeld || isRefused) queue = queue.slice(-Math.ceil(queue.length / 2))
        else flushQueue()
      }
      armTimer()
    },
    queueError(text) {
      const now = Date.now()
      errors = errors.filter((one) => now - one < 60_000)
      if (text.length > maxEventBytes || errors.length >= errorEventsPerMinute) return
      errors = [...errors, now]
      beaconText(errorUrls[gatewayIndex] ?? '', text)
    },
    setOnHold(isOnHold) {
      isHeld = isOnHold
      armTimer()
    },
    dropEvents() {
      queue = queue.filter(({ isPlain }) => isPlain)
    },
    stop() {
      flushQueue(true)
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', flushIfHidden)
      document.removeEventListener('freeze', flushOnLeave)
      removeEventListener('pagehide', flushOnLeave)
    },
  }
}
