import type { Chain, ChainId } from '@latchkey/protocol'
import { checkOptions } from './check-options.ts'
import type { Adapter } from './contract/adapter.ts'
import type { Connector } from './contract/connector.ts'
import type { Stop } from './contract/stop.ts'
import type { KitEvent } from './machine/event.ts'
import { inside, type Reducers } from './machine/inside.ts'
import type { Kit, KitOptions } from './machine/kit.ts'
import { reducePageLoad } from './machine/reduce-page-load.ts'
import type { State } from './machine/state.ts'
import { createStore } from './machine/store.ts'
import { loadSession } from './session/load-session.ts'
import { resume } from './session/resume.ts'
import { pageStorage } from './storage/page-storage.ts'
import { readStored, storageKey } from './storage/stored.ts'

/**
 * Makes a kit. The kit runs, reads and writes nothing before its first subscriber.
 * @throws `config-invalid` with reason and fix
 */
export function createKit<Id extends ChainId>(options: KitOptions<Id>): Kit<Id> {
  checkOptions(options)
  const adapters: Record<string, Adapter> = {}
  const chains: Chain<Id>[] = []
  const preferredChains: Record<string, ChainId> = {}
  for (const adapter of options.adapters) {
    adapters[adapter.namespace] = adapter
    for (const chain of adapter.chains) {
      chains.push(chain)
      preferredChains[adapter.namespace] ??= chain.id
    }
  }
  let reducers: Reducers = { connection: reducePageLoad }
  const store = createStore<State, KitEvent>(
    {
      connectors: {},
      connections: {},
      active: {},
      namespace: options.defaultNamespace ?? options.adapters[0]?.namespace ?? '',
      chains: preferredChains,
      transactions: {},
      recent: [],
      features: options.features ?? {},
      signIn: { status: 'signed-out' },
    },
    // The first word of an event's type is the name of its reducer. Events whose first word names
    // none go to `choice`, or to `connection` while `choice` is not loaded.
    (state, event) =>
      (
        reducers[event.type.split('-')[0] as keyof Reducers] ??
        reducers.choice ??
        reducers.connection
      )(state, event as never),
  )
  let persist: typeof import('./session/persist.ts').persist | undefined
  let writer: ReturnType<typeof loadSession> | undefined
  let attempts = 0
  const subscribers = new Set<Stop>()
  let isFirst = true
  /** Functions that end discovery; undefined while discovery is not running. */
  let cleanups: Stop[] | undefined

  const kit: Kit<Id> = {
    id: options.id ?? 'default',
    options,
    adapters,
    chains,
    storage: options.storage === undefined ? pageStorage() : options.storage,
    getState: store.getState,
    watch: store.watch,
    [inside]: {
      dispatch: store.dispatch,
      learn(more) {
        reducers = { ...reducers, ...more }
      },
      newAttempt: () => ++attempts,
      names: new Map(),
    },
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener)
      subscribers.add(unsubscribe)
      startDiscovery()
      return () => {
        unsubscribe()
        subscribers.delete(unsubscribe)
        // A component that is mounted again (StrictMode, hot reload) unsubscribes and at once
        // subscribes again; that must not stop the kit.
        setTimeout(stopIfUnused, 1000)
      }
    },
  }
  store.watch((event, ...states) => {
    // The events in this list change nothing in storage, so they do not make a page load the code
    // that writes storage.
    if (['connector-found', 'features-learnt', 'restored', 'resume-started'].includes(event.type))
      return
    // All events wait for the same promise, which keeps them in order. Otherwise the start of a
    // request could be written after its grant and undo it.
    if (persist) return persist(kit, event, ...states)
    writer ??= loadSession()
    writer.then(
      (module) => {
        persist = module.persist
        persist(kit, event, ...states)
      },
      () => {
        // The code that writes storage could not be loaded; with the next event it is loaded again.
        writer = undefined
      },
    )
  })

  function startDiscovery(): void {
    if (cleanups) return
    cleanups = []
    const reportConnector = (connector: Connector): void =>
      store.dispatch({ type: 'connector-found', connector })
    if (isFirst) {
      isFirst = false
      const hasStoredVisit = (['active', 'recent', 'pending'] as const).some((name) =>
        readStored(kit, name),
      )
      if (hasStoredVisit) loadSession().then(({ restore }) => restore(kit), ignoreFailure)
      // Marks stored connections as resuming before any wallet is found, so that the first render
      // already shows them as resuming.
      void resume(kit)
      const { transports = [] } = options
      if (transports.length)
        import('./transport/transport-connector.ts').then(({ addTransport }) => {
          for (const transport of transports) {
            addTransport(kit, transport)
          }
        }, ignoreFailure)
    }
    for (const adapter of options.adapters) {
      cleanups.push(adapter.discover(reportConnector))
    }
    // Applies to this page what another tab of the site has written to storage.
    const handleStorageEvent = ({ key }: StorageEvent): void => {
      if (key?.startsWith(storageKey(kit, '')))
        import('./session/follow-tabs.ts').then(({ followTabs }) => followTabs(kit), ignoreFailure)
    }
    globalThis.addEventListener?.('storage', handleStorageEvent)
    cleanups.push(() => globalThis.removeEventListener?.('storage', handleStorageEvent))
  }

  function stopIfUnused(): void {
    if (subscribers.size || !cleanups) return
    for (const stop of cleanups) {
      stop()
    }
    cleanups = undefined
  }
  return kit
}

/**
 * Ignores that a module could not be loaded: only the module's own function is then missing, and
 * the page gets no error. Storage keeps the data for the next page load.
 */
function ignoreFailure(): void {}
