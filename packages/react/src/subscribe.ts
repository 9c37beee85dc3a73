import type { Kit, Stop } from '@latchkey/core'

/**
 * Subscribes so that a stop followed at once by a new start (StrictMode, keyed views) never ends discovery:
 * the kit's last subscriber leaves one task later.
 */
export function subscribe(kit: Kit, listener: () => void): Stop {
  const stop = kit.subscribe(listener)
  return () => {
    const release = kit.subscribe(() => {})
    stop()
    setTimeout(release)
  }
}
