import type { Stop } from '@latchkey/core'
import { hiddenMs } from './relay-limits.ts'

type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/**
 * Tells when a connection is worth another try: the network came back, the page is seen again,
 * thawed, or taken from the back-forward cache.
 * @param onWake gets whether a socket that looks open has to be distrusted: phones freeze sockets
 *   without closing them.
 */
export function watchWake(onWake: (isStale: boolean) => void): Stop {
  const page = globalThis as unknown as Partial<Target>
  const sheet = (globalThis as { document?: Document }).document
  const pairs: [Target, string, (event: Event) => void][] = []
  const listenTo = (
    target: Partial<Target> | undefined,
    type: string,
    listener: (event: Event) => void,
  ) => {
    if (typeof target?.addEventListener !== 'function') return
    target.addEventListener(type, listener)
    pairs.push([target as Target, type, listener])
  }
  let hiddenAt = sheet?.visibilityState === 'hidden' ? Date.now() : undefined
  listenTo(sheet, 'visibilitychange', () => {
    if (sheet?.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    // A clock that was set back says nothing about how long it was.
    const isStale = hiddenAt !== undefined && Math.abs(Date.now() - hiddenAt) > hiddenMs
    hiddenAt = undefined
    onWake(isStale)
  })
  listenTo(sheet, 'resume', () => onWake(true))
  listenTo(page, 'pageshow', (event) =>
    onWake((event as { persisted?: unknown }).persisted === true),
  )
  listenTo(page, 'online', () => onWake(true))
  return () => {
    for (const [target, type, listener] of pairs) {
      target.removeEventListener(type, listener)
    }
  }
}
