import type { TailEvent, TailListener } from '../../ports/analytics-port.ts'

/**
 * Who looks on while events come in: of this process only, nothing is kept for those who come
 * later.
 */
export interface Tail {
  /**
   * Hears new events of one project after they are stored, in the order they came; the answer ends
   * it.
   */
  listen(projectId: string, listener: TailListener): () => void
  /** Tells the listeners; one that throws hurts nobody. */
  publish(projectId: string, events: readonly TailEvent[]): void
}

export function createTail(): Tail {
  const listeners = new Map<string, Set<TailListener>>()
  return {
    listen(projectId, listener) {
      const ownListener: TailListener = (events) => listener(events)
      const of = listeners.get(projectId) ?? new Set()
      listeners.set(projectId, of.add(ownListener))
      return () => {
        of.delete(ownListener)
        if (of.size === 0 && listeners.get(projectId) === of) listeners.delete(projectId)
      }
    },
    publish(projectId, events) {
      if (events.length === 0) return
      for (const listener of [...(listeners.get(projectId) ?? [])]) {
        try {
          listener(events)
        } catch {
          // Its own affair.
        }
      }
    },
  }
}
