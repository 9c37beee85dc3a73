import type { Connector, ConnectorEvent, Stop } from '@latchkey/core'

/**
 * Who listens to a connector; the wallet is listened to as long as anybody does, or a connection is
 * being made.
 */
export interface Listening {
  readonly watch: Connector['watch']
  tell(event: ConnectorEvent): void
  /** Listens to the wallet. */
  attach(): void
  /** Stops listening to it, where nobody listens. */
  rest(): void
  /** Stops listening to it, whoever listens. */
  detach(): void
  /** What nobody heard belongs to an earlier session. */
  forget(): void
}

/** @param start - listens to the wallet's own events */
export function openListening(start: () => Stop): Listening {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const held: { stop?: Stop | undefined; missed?: ConnectorEvent | undefined } = {}
  const attachWallet = () => {
    held.stop ??= start()
  }
  const detachWallet = () => {
    held.stop?.()
    held.stop = undefined
  }
  const detachIdle = () => {
    if (listeners.size === 0) detachWallet()
  }
  return {
    attach: attachWallet,
    detach: detachWallet,
    rest: detachIdle,
    forget() {
      held.missed = undefined
    },
    tell(event) {
      if (listeners.size === 0) held.missed = event
      for (const listener of [...listeners]) {
        listener(event)
      }
    },
    watch(listener) {
      listeners.add(listener)
      attachWallet()
      const { missed } = held
      held.missed = undefined
      // What happened between the grant and the first listener.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener)) detachIdle()
      }
    },
  }
}
