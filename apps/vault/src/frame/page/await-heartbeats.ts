/** Two and a half intervals of a window's heartbeat. */
const heartbeatTimeoutMs = 2_500

/**
 * Resolves when a window has sent two more messages, or is silent for too long. The first may have
 * been sent before the frame's last message arrived, the second not.
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
