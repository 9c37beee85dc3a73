import { notPlain, plainCopy } from '../encoding/plain-copy.ts'
import { type Provider, peekAt } from './provider.ts'

/** The events of a wallet that are passed on to a listener. */
export type ProviderEvent = 'accounts' | 'network' | 'end'

const eventByName: Readonly<Record<string, ProviderEvent>> = {
  accountChange: 'accounts',
  networkChange: 'network',
  disconnect: 'end',
  accountsChanged: 'accounts',
  chainChanged: 'network',
}

/**
 * Listens to a wallet's events with `addListener` or `on`; the returned function removes the
 * listeners. The data of events is copied (undefined if it is not plain data) and not validated
 * yet. Never throws.
 */
export function watchProvider(
  provider: Provider,
  listener: (event: ProviderEvent, payload: unknown) => void,
): () => void {
  const stops: (() => void)[] = []
  const watchState = { isOver: false }
  for (const [name, event] of Object.entries(eventByName)) {
    const hearEvent = (payload: unknown) => {
      if (watchState.isOver) return
      const plainPayload = plainCopy(payload)
      listener(event, plainPayload === notPlain ? undefined : plainPayload)
    }
    const stop = listenTo(provider, name, hearEvent)
    if (stop) stops.push(stop)
  }
  return () => {
    watchState.isOver = true
    for (const stop of stops.splice(0)) {
      stop()
    }
  }
}

function listenTo(
  provider: Provider,
  name: string,
  onEvent: (payload: unknown) => void,
): (() => void) | undefined {
  const tryCall = (target: unknown, method: string, ...args: readonly unknown[]): unknown => {
    const targetMethod = peekAt(target, method)
    if (typeof targetMethod !== 'function') return undefined
    try {
      return Reflect.apply(targetMethod, target, args)
    } catch {
      return undefined
    }
  }
  const addMethod = typeof peekAt(provider, 'addListener') === 'function' ? 'addListener' : 'on'
  const stop = tryCall(provider, addMethod, name, onEvent)
  return () => {
    if (typeof stop === 'function') tryCall({ stop }, 'stop')
    else tryCall(provider, 'removeListener', name, onEvent)
  }
}
