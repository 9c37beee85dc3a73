import type { Stop } from '@latchkey/core'
import { hiddenMs } from './relay-limits.ts'

type ListenerTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/**
 * Reports when a new connection should be tried: the network came back, or the page is visible
 * again, thawed, or restored from the back-forward cache.
 * @param onWake - `isStale` is true when an open socket may be dead, because phones freeze sockets
 * without closing them
 */
export function watchWake(onWake: (isStale: boolean) => void): Stop {
  const pageWindow = globalThis as unknown as Partial<ListenerTarget>
  const pageDocument = (globalThis as { document?: Document }).document
  const registrations: [ListenerTarget, string, (event: Event) => void][] = []
  const listenTo = (
    target: Partial<ListenerTarget> | undefined,
    type: string,
    listener: (event: Event) => void,
  ) => {
    if (typeof target?.addEventListener !== 'function') return
    target.addEventListener(type, listener)
    registrations.push([target as ListenerTarget, type, listener])
  }
  let hiddenAt = pageDocument?.visibilityState === 'hidden' ? Date.now() : undefined
  listenTo(pageDocument, 'visibilitychange', () => {
    if (pageDocument?.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    // After the clock was set back the difference is negative, so its absolute value is compared.
    const isStale = hiddenAt !== undefined && Math.abs(Date.now() - hiddenAt) > hiddenMs
    hiddenAt = undefined
    onWake(isStale)
  })
  listenTo(pageDocument, 'resume', () => onWake(true))
  listenTo(pageWindow, 'pageshow', (event) =>
    onWake((event as { persisted?: unknown }).persisted === true),
  )
  listenTo(pageWindow, 'online', () => onWake(true))
  return () => {
    for (const [target, type, listener] of registrations) {
      target.removeEventListener(type, listener)
    }
  }
}
