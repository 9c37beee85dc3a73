/** Milliseconds to wait for a message of a window: two and a half intervals of its heartbeat. */
const heartbeatTimeoutMs = 2_500

/**
 * Waits until the window has received the frame's last message: resolves when the window has sent
 * two more messages, or is silent for too long. The window may have sent the first of the two
 * before that message arrived, but not the second.
 * @param window - calls `heard` with each of its messages
 */
export function awaitHeartbeats(window: { heard?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, heartbeatTimeoutMs)
    let heartbeatCount = 0
    window.heard = () => {
      heartbeatCount += 1
      if (heartbeatCount < 2) return
      clearTimeout(timer)
      resolve()
    }
  })
}
