/** Two and a half intervals of a window's heartbeat. */
const patienceMs = 2_500

/**
 * Resolves when a window has sent two messages after the last one it was told, or is silent for too
 * long. The second message cannot have been sent before.
 * @param window - calls `heard` with each of its messages
 */
export function hasHeard(window: { heard?: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    let count = 0
    window.heard = () => {
      count += 1
      if (count < 2) return
      clearTimeout(timer)
      resolve()
    }
  })
}
