import { backOff } from './back-off.ts'
import { lingerMs, stableMs, strikeMs } from './relay-limits.ts'
import { watchWake } from './watch-wake.ts'

export interface LineOptions {
  readonly WebSocket: typeof globalThis.WebSocket
  /** Address of the next connection, with a new token. */
  readonly address: () => Promise<string>
  readonly isOnline?: (() => boolean) | undefined
  /**
   * Whether the socket is needed at present; called before each connection and after each loss of
   * the socket.
   */
  readonly isNeeded: () => boolean
  readonly onOpen: () => void
  readonly onData: (data: unknown) => void
}

/**
 * A connection to one relay: it has one socket at a time, which is opened again for as long as it
 * is needed.
 */
export interface RelayLine {
  isOpen(): boolean
  /** Number of frames received on the current socket. */
  heard(): number
  send(text: string): void
  /**
   * Checks again whether the socket is needed, then opens it at once, or closes it a second later.
   */
  reviewNeed(): void
  /** Drops a socket that does not react, and opens a new one. */
  replaceSocket(): void
  close(): void
}

interface Attempt {
  readonly startedAt: number
  socket?: WebSocket
  isOpen: boolean
  heard: number
  timer?: ReturnType<typeof setTimeout>
}

export function openRelayLine(options: LineOptions): RelayLine {
  let currentAttempt: Attempt | undefined
  let failureCount = 0
  let isClosed = false
  let redialTimer: ReturnType<typeof setTimeout> | undefined
  let lingerTimer: ReturnType<typeof setTimeout> | undefined

  const dropSocket = () => {
    clearTimeout(redialTimer)
    redialTimer = undefined
    clearTimeout(currentAttempt?.timer)
    const socket = currentAttempt?.socket
    currentAttempt = undefined
    try {
      socket?.close(1000)
    } catch {}
  }
  const failAttempt = (attempt: Attempt) => {
    if (currentAttempt !== attempt) return
    dropSocket()
    failureCount += 1
    if (!isClosed && options.isNeeded()) redialTimer = setTimeout(dialRelay, backOff(failureCount))
  }
  const dialRelay = () => {
    dropSocket()
    if (isClosed || !options.isNeeded()) return
    const attempt: Attempt = { startedAt: Date.now(), isOpen: false, heard: 0 }
    currentAttempt = attempt
    attempt.timer = setTimeout(() => failAttempt(attempt), strikeMs)
    connectSocket(attempt).catch(() => failAttempt(attempt))
  }
  const connectSocket = async (attempt: Attempt) => {
    if (options.isOnline?.() === false) return failAttempt(attempt)
    const address = await options.address()
    if (currentAttempt !== attempt) return
    const socket = new options.WebSocket(address)
    attempt.socket = socket
    socket.addEventListener('open', () => {
      if (currentAttempt !== attempt) return
      clearTimeout(attempt.timer)
      attempt.timer = setTimeout(() => {
        failureCount = 0
      }, stableMs)
      attempt.isOpen = true
      options.onOpen()
    })
    socket.addEventListener('message', (event) => {
      if (currentAttempt !== attempt) return
      attempt.heard += 1
      options.onData(event.data)
    })
    socket.addEventListener('close', () => failAttempt(attempt))
    socket.addEventListener('error', () => failAttempt(attempt))
  }
  const stopWatching = watchWake((isStale) => {
    // Several events report that the device woke up; the first one has already opened a new socket.
    const isNewAttempt =
      currentAttempt !== undefined && Math.abs(Date.now() - currentAttempt.startedAt) < 1_000
    if (isNewAttempt || (currentAttempt && !isStale)) return
    failureCount = 0
    dialRelay()
  })

  return {
    isOpen: () => currentAttempt?.isOpen ?? false,
    heard: () => currentAttempt?.heard ?? 0,
    send(text) {
      const attempt = currentAttempt
      if (!attempt?.isOpen) return
      try {
        attempt.socket?.send(text)
      } catch {
        failAttempt(attempt)
      }
    },
    reviewNeed() {
      clearTimeout(lingerTimer)
      if (isClosed) return
      if (!options.isNeeded()) lingerTimer = setTimeout(dropSocket, lingerMs)
      else if (!currentAttempt && !redialTimer) dialRelay()
    },
    replaceSocket() {
      if (currentAttempt) failAttempt(currentAttempt)
    },
    close() {
      isClosed = true
      clearTimeout(lingerTimer)
      dropSocket()
      stopWatching()
    },
  }
}
