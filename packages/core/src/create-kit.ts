import type { Chain, ChainId } from '@latchkey/protocol'
import { resume } from './actions/resume.ts'
import { checkOptions } from './check-options.ts'
import type { Adapter, Connector, Stop } from './contract.ts'
import type { KitEvent } from './event.ts'
import type { Kit, KitOptions } from './kit.ts'
import { pageStorage } from './page-storage.ts'
import { persist } from './persist.ts'
import { reduce } from './reduce.ts'
import { restore } from './restore.ts'
import type { State } from './state.ts'
import { createStore } from './store.ts'
import { transportConnector } from './transport-connector.ts'
import { watchConnectors } from './watch-connectors.ts'

/**
 * Makes the kit; nothing runs, reads or writes before its first subscriber.
 * @throws `config-invalid` with reason and fix
 */
export function createKit(options: KitOptions): Kit {
  checkOptions(options)
  const adapters: Record<string, Adapter> = {}
  const chains: Chain[] = []
  const wished: Record<string, ChainId> = {}
  for (const adapter of options.adapters) {
    adapters[adapter.namespace] = adapter
    chains.push(...adapter.chains)
    const [first] = adapter.chains
    if (first) wished[adapter.namespace] = first.id
  }
  const connectors: Record<string, Connector> = {}
  for (const transport of options.transports ?? [])
    connectors[transport.id] = transportConnector(transport, options.adapters)

  const store = createStore<State, KitEvent>(
    {
      connectors,
      connections: {},
      active: {},
      namespace: options.defaultNamespace ?? options.adapters[0]?.namespace ?? '',
      chains: wished,
      transactions: {},
      recent: [],
    },
    reduce,
  )
  let attempts = 0
  let subscribers = 0
  let hasStarted = false
  let stopDiscovery: Stop | undefined

  const kit: Kit = {
    id: options.id ?? 'default',
    options,
    adapters,
    chains,
    storage: options.storage === undefined ? pageStorage() : options.storage,
    memory: new Map(),
    getState: store.getState,
    dispatch: store.dispatch,
    watch: store.watch,
    newAttempt: () => ++attempts,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener)
      subscribers++
      start()
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        unsubscribe()
        subscribers--
        // A remount (StrictMode, hot reload) unsubscribes and subscribes in one breath: that is no end.
        if (!subscribers) setTimeout(stopIfUnused, 1000)
      }
    },
  }
  persist(kit)
  watchConnectors(kit)

  function start(): void {
    if (stopDiscovery) return
    const stops: Stop[] = []
    stopDiscovery = () => {
      for (const stop of stops) stop()
    }
    const isFirst = !hasStarted
    hasStarted = true
    if (isFirst) {
      restore(kit)
      // Marks the connections as resuming before anything is found, so that the first render says so.
      void resume(kit)
    }
    for (const adapter of options.adapters)
      stops.push(adapter.discover((connector) => kit.dispatch({ type: 'connector-found', connector })))
  }

  function stopIfUnused(): void {
    if (subscribers || !stopDiscovery) return
    stopDiscovery()
    stopDiscovery = undefined
  }
  return kit
}
