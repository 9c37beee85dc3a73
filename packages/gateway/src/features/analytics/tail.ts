import type { TailEvent, TailListener } from '../../ports/analytics-port.ts'

/** A live view of the events that this process stores; earlier events are not repeated. */
export interface Tail {
  /**
   * Calls `listener` for new events of one project after they are stored, in order; the returned
   * function stops it.
   */
  listen(projectId: string, listener: TailListener): () => void
  /** Passes stored events to the listeners; a listener that throws does not affect the others. */
  publish(projectId: string, events: readonly TailEvent[]): void
}

export function createTail(): Tail {
  const listeners = new Map<string, Set<TailListener>>()
  return {
    listen(projectId, listener) {
      const ownListener: TailListener = (events) => listener(events)
      const projectListeners = listeners.get(projectId) ?? new Set()
      listeners.set(projectId, projectListeners.add(ownListener))
      return () => {
        projectListeners.delete(ownListener)
        if (projectListeners.size === 0 && listeners.get(projectId) === projectListeners)
          listeners.delete(projectId)
      }
    },
    publish(projectId, events) {
      if (events.length === 0) return
      for (const listener of [...(listeners.get(projectId) ?? [])]) {
        try {
          listener(events)
        } catch {
          // An error of one listener is ignored, so that the other listeners get the events.
        }
      }
    },
  }
}
