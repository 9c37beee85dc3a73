import type { Connector, ConnectorEvent, Stop } from '@latchkey/core'

/**
 * The listeners of a connector. The wallet's events are watched only while there is a listener, or
 * while a connect is pending.
 */
export interface Listening {
  readonly watch: Connector['watch']
  tell(event: ConnectorEvent): void
  /** Starts to watch the wallet's events. */
  attach(): void
  /** Stops watching the wallet's events if there is no listener. */
  rest(): void
  /** Stops watching the wallet, even if there are still listeners. */
  detach(): void
  /** Drops an event that no listener has received yet, because it belongs to an earlier session. */
  forgetMissedEvent(): void
}

/**
 * Keeps the listeners of one connector.
 * @param start - starts to watch the wallet's own events
 */
export function openListening(start: () => Stop): Listening {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const listeningState: { stop?: Stop | undefined; missed?: ConnectorEvent | undefined } = {}
  const attachWallet = () => {
    listeningState.stop ??= start()
  }
  const detachWallet = () => {
    listeningState.stop?.()
    listeningState.stop = undefined
  }
  const detachIfUnwatched = () => {
    if (listeners.size === 0) detachWallet()
  }
  return {
    attach: attachWallet,
    detach: detachWallet,
    rest: detachIfUnwatched,
    forgetMissedEvent() {
      listeningState.missed = undefined
    },
    tell(event) {
      if (listeners.size === 0) listeningState.missed = event
      for (const listener of [...listeners]) {
        listener(event)
      }
    },
    watch(listener) {
      listeners.add(listener)
      attachWallet()
      const { missed } = listeningState
      listeningState.missed = undefined
      // The event came after the grant and before the first listener, so it is delivered to that
      // listener now.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener)) detachIfUnwatched()
      }
    },
  }
}
