/** Two beats of a window, and a half. */
const patienceMs = 2_500

/**
 * Resolves when a window has spoken after what it was told last, or is silent for too long. The
 * second of its messages cannot have been under way before.
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
