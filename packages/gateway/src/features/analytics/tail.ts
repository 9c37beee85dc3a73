import type { Hex } from 'viem'

/**
 * One event as it was stored, for those who look on: scrubbed, the address hashed unless the owner
 * keeps it.
 */
export interface TailEvent {
  readonly id: string
  /** When it came. */
  readonly at: Date
  readonly type: 'track' | 'error'
  readonly event: string
  readonly visit: string | null
  readonly accountHash: Hex | null
  readonly address: string | null
  readonly domain: string
  readonly properties: Readonly<Record<string, unknown>>
}

export type TailListener = (events: readonly TailEvent[]) => void

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
      const own: TailListener = (events) => listener(events)
      const of = listeners.get(projectId) ?? new Set()
      listeners.set(projectId, of.add(own))
      return () => {
        of.delete(own)
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
