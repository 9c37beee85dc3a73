/** Two and a half intervals of a window's heartbeat. */
const hearTimeoutMs = 2_500

/**
 * Resolves when a window has sent two more messages, or is silent for too long. The first may have
 * been sent before the frame's last message arrived, the second not.
 * @param window - calls `heard` with each of its messages
 */
export function hasHeard(window: { heard?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, hearTimeoutMs)
    let count = 0
    window.heard = () => {
      count += 1
      if (count < 2) return
      clearTimeout(timer)
      resolve()
    }
  })
}
